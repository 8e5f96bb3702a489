import { type Insertable, type Selectable, sql } from 'kysely';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RoomVisitsTable } from '#server/database/tables/changes.ts';
import { ROOM_VISIT_COLUMNS } from '#server/database/tables/column-names.ts';

export const findVisit = (
  db: Database,
  reader: Reader,
  rootId: number,
): Promise<Selectable<RoomVisitsTable> | undefined> =>
  db
    .selectFrom('room_visits')
    .select(ROOM_VISIT_COLUMNS)
    .where('reader_kind', '=', reader.kind)
    .where('reader_id', '=', reader.id)
    .where('root_folder_id', '=', rootId)
    .executeTakeFirst();

/** Inserts or replaces what a reader knows of a root folder. */
export async function setVisit(db: Database, visit: Insertable<RoomVisitsTable>): Promise<void> {
  const { reader_kind: _, reader_id: __, root_folder_id: ___, ...state } = visit;
  await db
    .insertInto('room_visits')
    .values(visit)
    .onConflict((conflict) =>
      conflict.columns(['reader_kind', 'reader_id', 'root_folder_id']).doUpdateSet(state),
    )
    .execute();
}

/** Marks everything up to a position as seen in every room that the reader has visited. */
export async function setSeenEverywhere(
  db: Database,
  reader: Reader,
  { position, at }: { position: number; at: number },
): Promise<void> {
  await db
    .updateTable('room_visits')
    .set({
      seen_position: position,
      last_visit_at: sql<number>`case when last_visit_at > ${at} then last_visit_at else ${at} end`,
    })
    .where('reader_kind', '=', reader.kind)
    .where('reader_id', '=', reader.id)
    .where('seen_position', '<', position)
    .execute();
}

/** Finds the position of the last change of all. */
export async function findLastPosition(db: Database): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select((select) => select.fn.max('position').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Finds the root folder above a folder that the actor was allowed to see. */
export async function findRootId(db: Database, folderId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`with recursive ${ancestors(sql`${folderId}`)}
    select id from ancestors where parent_id is null`.execute(db);
  return rows[0]?.id ?? folderId;
}
