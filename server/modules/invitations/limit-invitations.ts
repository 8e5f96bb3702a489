import type { Context } from '#server/app/context.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';

/** Limits invitations per inviter, because each one can send an unsolicited mail. */
export async function limitInvitations(ctx: Context): Promise<void> {
  const counted: RateLimitKey[] = [
    { kind: 'invitation', name: ctx.actor.kind === 'user' ? String(ctx.actor.id) : ctx.address },
  ];
  // Count before checking, so that parallel requests can't exceed the limit.
  await countAttempt(ctx, counted);
  await assertRateLimit(ctx, counted);
}
