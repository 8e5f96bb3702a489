import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { filterRows, type RowsWanted } from '#server/http/filter-rows.ts';
import type { Trashed } from '#shared/contracts/trash.ts';
import { listTrashed, type TrashCursor, type TrashedRow } from './list-queries.ts';

/** Lists what the actor may restore or purge, newest first; one more than `limit` when there is another page. */
export function listTrash(ctx: Context, wanted: RowsWanted<TrashCursor>): Promise<readonly TrashedRow[]> {
  authorizeSystemAction(ctx.actor, 'useTrash');
  return filterRows(wanted, {
    readPage: ({ limit, cursor }) =>
      listTrashed(ctx.db, ctx, { ownOnly: false, limit: limit + 1, after: cursor }),
    // What was in no folder, or in one that is gone, is shown as from the home page.
    textsOf: ({ name, from_name }) => [name, from_name ?? 'Home'],
    cursorOf: ({ deleted_at, kind, id }) => ({ deletedAt: deleted_at, kind, id }),
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const presentTrashed = (row: TrashedRow, trashDays: number): Trashed => ({
  kind: row.kind,
  id: row.id,
  name: row.name,
  deletedAt: new Date(row.deleted_at).toISOString(),
  purgeAt: new Date(row.deleted_at + trashDays * DAY_MS).toISOString(),
  fromFolder:
    row.from_id === null || row.from_name === null ? null : { id: row.from_id, name: row.from_name },
  size: row.size,
  fileCount: row.file_count,
  ...(row.versions > 1 && { versions: Number(row.versions) }),
});
