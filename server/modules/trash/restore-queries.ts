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

/** The publications that were not made yet. */
const WAITING = sql`(select id from publications where state in ('requested', 'scheduled') and cancelled_at is null)`;

/**
 * Returns the columns to set. A draft stays part of the publication that waits for it; one that was made without it is not its
 * own.
 */
const restored = (asDrafts: boolean) => ({
  ...NOT_DELETED,
  ...(asDrafts && { published_at: null }),
  publication_id: sql<
    number | null
  >`case when published_at is null and publication_id not in ${WAITING} then null
    when published_at is not null and ${asDrafts ? sql`1 = 1` : sql`1 = 0`} then null else publication_id end`,
});

export async function restoreFilesTo(
  db: Database,
  ids: readonly number[],
  folderId: number | null,
  { asDrafts }: { asDrafts: boolean },
): Promise<void> {
  await db
    .updateTable('files')
    .set({ ...restored(asDrafts), folder_id: folderId })
    .where('id', 'in', ids)
    .execute();
}

/** Restores a folder with what was deleted with it; what was deleted before stays in the trash. */
export async function restoreFolderTo(
  db: Database,
  id: number,
  parentId: number | null,
  { asDrafts }: { asDrafts: boolean },
): Promise<void> {
  const columns = restored(asDrafts);
  await db.updateTable('files').set(columns).where('deleted_with_folder_id', '=', id).execute();
  await db.updateTable('folders').set(columns).where('deleted_with_folder_id', '=', id).execute();
  await db
    .updateTable('folders')
    .set({ ...columns, parent_id: parentId })
    .where('id', '=', id)
    .execute();
}

/** Finds when something of a room was published last; 0 for never. */
export async function findLastPublication(db: Database, roomId: number, now: number): Promise<number> {
  const { at } = await db
    .selectFrom('publications')
    .select((select) => select.fn.max('publish_at').as('at'))
    .where('room_id', '=', roomId)
    .where('publish_at', '<=', now)
    .where('cancelled_at', 'is', null)
    .where((where) => where.or([where('state', 'is', null), where('state', '=', 'published')]))
    .executeTakeFirstOrThrow();
  return Number(at ?? 0);
}
