import { type Context, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { signTreeHead } from '../sign-tree-head.ts';

/** Signs the tree of the audit log, and queues the head for the places that keep it: a slow one delays no signature. */
export async function signHourly(ctx: Context): Promise<void> {
  await signTreeHead(ctx);
  await transaction(ctx, (ctx) => publish(ctx, 'evidence.anchor', {}, { dedupeKey: 'evidence.anchor' }));
}
