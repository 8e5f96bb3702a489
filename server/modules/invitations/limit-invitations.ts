import type { Context } from '#server/app/context.ts';
import { countWithinLimit } from '#server/authorization/rate-limits.ts';

/** Limits invitations per inviter, because each one can send an unsolicited mail. */
export async function limitInvitations(ctx: Context): Promise<void> {
  const name = ctx.actor.kind === 'user' ? String(ctx.actor.id) : ctx.address;
  await countWithinLimit(ctx, { kind: 'invitation', name });
}
