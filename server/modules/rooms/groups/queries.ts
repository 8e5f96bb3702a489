import { type Insertable, sql } from 'kysely';
import type { GroupRow } from '#server/authorization/groups/load-room.ts';
import type { Database } from '#server/database/open-database.ts';
import { GROUP_COLUMNS } from '#server/database/tables/rooms/room-column-names.ts';
import type { RoomGroupsTable } from '#server/database/tables/rooms.ts';

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
