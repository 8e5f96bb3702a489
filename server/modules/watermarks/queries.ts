import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import type { WatermarksTable } from '#server/database/tables/links.ts';

const listed = (db: Database) =>
  db
    .selectFrom('watermarks')
    .innerJoin('users', 'users.id', 'watermarks.owner_id')
    .selectAll('watermarks')
    .select(personName('users').as('owner'))
    .select(
      sql<number>`(select count(*) from links
        where links.watermark_id = watermarks.id and links.deleted_at is null)`.as('links'),
    )
    .select(
      sql<number>`(select count(*) from group_rules join room_groups on room_groups.id = group_rules.group_id
        where group_rules.watermark_id = watermarks.id and room_groups.deleted_at is null)`.as('groups'),
    )
    .select(sql<number>`(select count(*) from rooms where rooms.watermark_id = watermarks.id)`.as('rooms'))
    .where('watermarks.deleted_at', 'is', null);

export type ListedWatermark = Awaited<ReturnType<typeof findWatermark>>;

/** Lists the watermarks of a user or of a room, newest first. Their number is limited. */
export const listWatermarks = (db: Database, of: { ownerId: number } | { roomId: number }) =>
  listed(db)
    .$if('ownerId' in of, (query) =>
      query.where('watermarks.owner_id', '=', 'ownerId' in of ? of.ownerId : 0),
    )
    .$if('roomId' in of, (query) => query.where('watermarks.room_id', '=', 'roomId' in of ? of.roomId : 0))
    .orderBy('watermarks.id', 'desc')
    .execute();

export const findWatermark = (db: Database, id: number) =>
  listed(db).where('watermarks.id', '=', id).executeTakeFirstOrThrow();

export async function insertWatermark(db: Database, watermark: Insertable<WatermarksTable>): Promise<number> {
  const { id } = await db
    .insertInto('watermarks')
    .values(watermark)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setWatermark(
  db: Database,
  id: number,
  values: Updateable<WatermarksTable>,
): Promise<void> {
  await db.updateTable('watermarks').set(values).where('id', '=', id).execute();
}

/** Makes other transactions that change, delete or adopt the watermark wait for this one. */
export async function lockWatermark(db: Database, id: number): Promise<void> {
  await db
    .updateTable('watermarks')
    .set((watermark) => ({ name: watermark.ref('name') }))
    .where('id', '=', id)
    .execute();
}

export async function findOwnName(db: Database, id: number): Promise<{ username: string; email: string }> {
  return db.selectFrom('users').select(['username', 'email']).where('id', '=', id).executeTakeFirstOrThrow();
}
