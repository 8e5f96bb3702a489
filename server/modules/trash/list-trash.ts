import { authorizeInRoom } from '#server/authorization/authorize.ts';
import type { Context } from '#server/app/context.ts';
import { listTrashed, type TrashedRow, type TrashPlace } from './list-queries.ts';

/** What the actor may restore or purge, newest first; one more than `limit` when there is another page. */
export function listTrash(
  ctx: Context,
  { limit, after }: { limit: number; after: TrashPlace | undefined },
): Promise<TrashedRow[]> {
  authorizeInRoom(ctx.actor, 'useTrash');
  return listTrashed(ctx.db, ctx.actor, { ownOnly: false, limit: limit + 1, after });
}
