import { type Counted, countFailure, refuseTooManyFailures } from '#server/authorization/rate-limits.ts';
import type { Context } from '#server/app/context.ts';

/** Each batch is a write to the disk: nobody sends more of them than their reading can need. */
export async function limitReadings(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'nobody') return;
  const id = actor.kind === 'user' ? actor.id : actor.invitationId;
  const counted: Counted[] = [{ kind: 'reading', name: `${actor.kind} ${id}` }];
  await refuseTooManyFailures(ctx, counted);
  // In the transaction of the batch itself, so that both cost one write.
  await countFailure(ctx, counted);
}
