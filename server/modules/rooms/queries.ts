import { type Insertable, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { roomState } from '#server/authorization/grants/room-state.ts';
import type { GroupRow } from '#server/authorization/groups/load-room.ts';
import { visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { GROUP_COLUMNS } from '#server/database/tables/rooms/room-column-names.ts';
import type { RoomGroupsTable, RoomsTable } from '#server/database/tables/rooms.ts';
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

/** A group with the number of its members. */
export type CountedGroup = GroupRow & { readonly memberCount: number };

const withMemberCount = (db: Database) =>
  db
    .selectFrom('room_groups')
    .select(GROUP_COLUMNS)
    .select((select) =>
      select
        .selectFrom('group_members')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('group_members.group_id', '=', 'room_groups.id')
        .where('removed_at', 'is', null)
        .as('memberCount'),
    )
    .where('deleted_at', 'is', null);

/** Lists the groups of a room by name; a room has few. */
export async function listGroups(db: Database, roomId: number): Promise<CountedGroup[]> {
  const rows = await withMemberCount(db)
    .where('room_id', '=', roomId)
    .orderBy('name_key')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, memberCount: row.memberCount ?? 0 }));
}

export async function findGroup(db: Database, id: number): Promise<CountedGroup> {
  const row = await withMemberCount(db).where('id', '=', id).executeTakeFirstOrThrow();
  return { ...row, memberCount: row.memberCount ?? 0 };
}

export async function insertGroup(db: Database, group: Insertable<RoomGroupsTable>): Promise<number> {
  return (await db.insertInto('room_groups').values(group).returning('id').executeTakeFirstOrThrow()).id;
}

export async function setGroup(
  db: Database,
  id: number,
  changes: Partial<Pick<GroupRow, 'name' | 'name_key' | 'ends_at' | 'requires_second_factor'>>,
): Promise<void> {
  await db.updateTable('room_groups').set(changes).where('id', '=', id).execute();
}

export async function hasGroupNamed(
  db: Database,
  { roomId, nameKey, exceptId }: { roomId: number; nameKey: string; exceptId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('room_groups')
    .select('id')
    .where('room_id', '=', roomId)
    .where('name_key', '=', nameKey)
    .where('id', '<>', exceptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a group and its members as removed. */
export async function setGroupDeleted(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('room_groups').set({ deleted_at: now }).where('id', '=', id).execute();
  await db
    .updateTable('group_members')
    .set({ removed_at: now })
    .where('group_id', '=', id)
    .where('removed_at', 'is', null)
    .execute();
}

/** Selects the invitations of the members of a group, for the use cases of invitations; those of links end with their link. */
export const invitationIdsOf = (
  db: Database,
  groupId: number,
  { exceptOfLinks = false } = {},
): Promise<number[]> =>
  db
    .selectFrom('group_members')
    .select(sql<number>`invitation_id`.as('id'))
    .where('group_id', '=', groupId)
    .where('removed_at', 'is', null)
    .where('invitation_id', 'is not', null)
    .$if(exceptOfLinks, (query) =>
      query.where('invitation_id', 'not in', (select) =>
        select.selectFrom('invitations').select('id').where('link_id', 'is not', null),
      ),
    )
    .execute()
    .then((rows) => rows.map(({ id }) => id));
