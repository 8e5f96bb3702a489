import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { AreasTable } from '#server/database/tables/requests.ts';
import { AREA_COLUMNS } from '#server/database/tables/rooms/room-column-names.ts';

export type AreaRow = Selectable<AreasTable>;

/** Lists areas by name, those with requests of these groups if given. A room has few. */
export function listAreaRows(
  db: Database,
  roomId: number,
  groupIds: readonly number[] | undefined,
): Promise<AreaRow[]> {
  return db
    .selectFrom('areas')
    .select(AREA_COLUMNS)
    .where('room_id', '=', roomId)
    .$if(groupIds !== undefined, (query) =>
      query.where(
        'id',
        'in',
        db
          .selectFrom('requests')
          .select(sql<number>`area_id`.as('id'))
          .where('group_id', 'in', groupIds ?? [])
          .where('deleted_at', 'is', null)
          .where('area_id', 'is not', null),
      ),
    )
    .orderBy('name_key')
    .execute();
}

export function findAreaRow(db: Database, id: number): Promise<AreaRow | undefined> {
  return db.selectFrom('areas').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertArea(db: Database, area: Insertable<AreasTable>): Promise<AreaRow> {
  return db.insertInto('areas').values(area).returningAll().executeTakeFirstOrThrow();
}

/** Inserts areas, few enough for one statement. */
export async function insertAreas(
  db: Database,
  areas: readonly Insertable<AreasTable>[],
): Promise<AreaRow[]> {
  if (areas.length === 0) return [];
  return db.insertInto('areas').values(areas).returningAll().execute();
}

export async function setAreaName(db: Database, id: number, name: string, nameKey: string): Promise<void> {
  await db.updateTable('areas').set({ name, name_key: nameKey }).where('id', '=', id).execute();
}

/** Removes an area; its requests stay without one. */
export async function removeAreaRow(db: Database, id: number): Promise<void> {
  await db.updateTable('requests').set({ area_id: null }).where('area_id', '=', id).execute();
  await db.deleteFrom('areas').where('id', '=', id).execute();
}
