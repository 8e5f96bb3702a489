import type { Context } from '#server/app/context.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';

/** Each batch is a write to the disk: nobody sends more of them than their reading can need. */
export async function limitViewTimeBatches(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') return;
  const id = actor.kind === 'user' ? actor.id : actor.invitationId;
  const counted: RateLimitKey[] = [{ kind: 'reading', name: `${actor.kind} ${id}` }];
  await assertRateLimit(ctx, counted);
  // In the transaction of the batch itself, so that both cost one write.
  await countAttempt(ctx, counted);
}
