import { type Insertable, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { roomState } from '#server/authorization/grants/room-state.ts';
import { visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RoomsTable } from '#server/database/tables/rooms.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { blockedRoomIdsOf, isAdmin } from '#shared/policies/actor.ts';

/** Lists the rooms of which the actor is staff, one more than `limit`; `access_level` is a value of `ACCESS_LEVEL_ORDER`. */
export function listRooms(db: Database, requester: Requester, { limit, cursor = 0 }: PageRequest) {
  return db
    .selectFrom('rooms')
    .innerJoin('folders', 'folders.id', 'rooms.folder_id')
    .leftJoin(visibleTo(requester), 'visible.id', 'folders.id')
    .select(['folders.id', 'folders.name', sql<number>`coalesce(visible.access_level, 0)`.as('access_level')])
    .select(['rooms.code_name', roomState.as('state'), 'rooms.created_at'])
    .where('folders.parent_id', 'is', null)
    .where('folders.deleted_at', 'is', null)
    .$if(!isAdmin(requester.actor), (query) =>
      query.where('visible.access_level', '>=', ACCESS_LEVEL_ORDER.collaborator),
    )
    .where('folders.id', '>', cursor)
    .where('folders.id', 'not in', [0, ...blockedRoomIdsOf(requester.actor)])
    .orderBy('folders.id')
    .limit(limit + 1)
    .execute();
}

/** Counts the documents of each room and finds when one was added or changed last, in one walk. */
export async function summarizeRooms(
  db: Database,
  roomIds: readonly number[],
): Promise<ReadonlyMap<number, { count: number; changed_at: number }>> {
  if (roomIds.length === 0) return new Map();
  const { rows } = await sql<{ room_id: number; count: number; changed_at: number }>`
    with recursive in_room(id, room_id) as (
      select id, id from folders where id in (${sql.join(roomIds)})
      union
      select f.id, in_room.room_id from folders f join in_room on f.parent_id = in_room.id where f.deleted_at is null
    )
    select room_id, count(*) as count, max(coalesce(files.modified_at, files.created_at)) as changed_at
      from in_room join files on files.folder_id = in_room.id
      where files.deleted_at is null group by room_id`.execute(db);
  return new Map(
    rows.map(({ room_id, count, changed_at }) => [
      Number(room_id),
      { count: Number(count), changed_at: Number(changed_at) },
    ]),
  );
}

export async function isRoom(db: Database, folderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('rooms')
    .select('folder_id')
    .where('folder_id', '=', folderId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRoom(db: Database, room: Insertable<RoomsTable>): Promise<void> {
  await db.insertInto('rooms').values(room).execute();
}
