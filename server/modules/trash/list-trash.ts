import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { type RowsWanted, searchRows } from '#server/http/filter-rows.ts';
import { BATCH_SIZE, countRead } from '#server/http/step-through.ts';
import type { Trashed } from '#shared/contracts/trash.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import {
  listTrashed,
  listTrashedAmong,
  mergeKinds,
  type TrashCursor,
  type TrashedRow,
} from './list-queries.ts';

/** Lists what the actor may restore or purge, newest first; one more than `limit` when there is another page. */
export async function listTrash(
  ctx: Context,
  wanted: RowsWanted<TrashCursor>,
): Promise<readonly TrashedRow[]> {
  authorizeSystemAction(ctx.actor, 'useTrash');
  const limit = wanted.limit + 1;
  if (wanted.text === undefined)
    return listTrashed(ctx.db, ctx, { ownOnly: false, limit, after: wanted.cursor });
  const find = (kind: TrashedRow['kind']) =>
    searchRows(
      wanted,
      async (after: TrashCursor | undefined) => {
        const { rows, next } = await listTrashedAmong(ctx.db, ctx, { kind, after, passes: BATCH_SIZE });
        return { rows, next, read: countRead(rows) };
      },
      // What was in no folder, or in one that is gone, is shown as from the home page.
      ({ name, from_name }) => [name, from_name ?? 'Home'],
    );
  return mergeKinds(await find('folder'), await find('file')).slice(0, limit);
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const presentTrashed = (row: TrashedRow, trashDays: number): Trashed => ({
  kind: row.kind,
  id: row.id,
  name: row.name,
  deletedAt: isoInstant(row.deleted_at),
  purgeAt: isoInstant(row.deleted_at + trashDays * DAY_MS),
  fromFolder:
    row.from_id === null || row.from_name === null ? null : { id: row.from_id, name: row.from_name },
  size: row.size,
  fileCount: row.file_count,
  ...(row.versions > 1 && { versions: Number(row.versions) }),
});
