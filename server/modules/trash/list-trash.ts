import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { listTrashed, type TrashCursor, type TrashedRow } from './list-queries.ts';

/** What the actor may restore or purge, newest first; one more than `limit` when there is another page. */
export function listTrash(
  ctx: Context,
  { limit, after }: { limit: number; after: TrashCursor | undefined },
): Promise<TrashedRow[]> {
  authorizeSystemAction(ctx.actor, 'useTrash');
  return listTrashed(ctx.db, ctx.actor, { ownOnly: false, limit: limit + 1, after });
}
