import type { Context } from '#server/app/context.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';

/** Every invitation may be a mail to somebody who never asked for it: the room is no cannon for them. */
export async function limitInvitations(ctx: Context): Promise<void> {
  const counted: RateLimitKey[] = [
    { kind: 'invitation', name: ctx.actor.kind === 'user' ? String(ctx.actor.id) : ctx.address },
  ];
  // Counted before it is asked, so that many at once are no way around.
  await countAttempt(ctx, counted);
  await assertRateLimit(ctx, counted);
}
