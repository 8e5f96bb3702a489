import type { Trashed } from '#shared/contracts/trash.ts';
import type { TrashedRow } from './list-queries.ts';

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
});
