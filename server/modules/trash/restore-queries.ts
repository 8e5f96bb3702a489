import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';

/** Selects a folder and all folders in it, no matter what was deleted with what. */
const subtree = (folderId: number) => sql`
  with recursive inside(id, owner_id, level) as (
    select id, owner_id, 1 from folders where id = ${folderId}
    union all
    select f.id, f.owner_id, inside.level + 1 from folders f join inside on f.parent_id = inside.id
  )`;

/** Measures a deleted folder with everything in it: its number of levels, and whether another user owns part of it. */
export async function measureTrashedFolder(
  db: Database,
  folderId: number,
  userId: number,
): Promise<{ levels: number; holdsOthers: boolean }> {
  const { rows } = await sql<{ levels: number; others: 0 | 1 }>`${subtree(folderId)}
    select max(level) as levels, max(case when inside.owner_id <> ${userId} or exists (
      select 1 from files where folder_id = inside.id and files.owner_id <> ${userId}
    ) then 1 else 0 end) as others from inside`.execute(db);
  return { levels: rows[0]?.levels ?? 0, holdsOthers: rows[0]?.others === 1 };
}

const NOT_DELETED = { deleted_at: null, deleted_with_folder_id: null };

export async function restoreFilesTo(
  db: Database,
  ids: readonly number[],
  folderId: number | null,
): Promise<void> {
  await db
    .updateTable('files')
    .set({ ...NOT_DELETED, folder_id: folderId })
    .where('id', 'in', ids)
    .execute();
}

/** Restores a folder with what was deleted with it; what was deleted before stays in the trash. */
export async function restoreFolderTo(db: Database, id: number, parentId: number | null): Promise<void> {
  await db.updateTable('files').set(NOT_DELETED).where('deleted_with_folder_id', '=', id).execute();
  await db.updateTable('folders').set(NOT_DELETED).where('deleted_with_folder_id', '=', id).execute();
  await db
    .updateTable('folders')
    .set({ ...NOT_DELETED, parent_id: parentId })
    .where('id', '=', id)
    .execute();
}
