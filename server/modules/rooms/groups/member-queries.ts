import { type Insertable, type Selectable, sql } from 'kysely';
import type { Services } from '#server/app/context.ts';
import { isEndedMembership } from '#server/authorization/links/link-members.ts';
import type { Database } from '#server/database/open-database.ts';
import { columnsOf } from '#server/database/tables/column-names.ts';
import { GROUP_MEMBER_COLUMNS } from '#server/database/tables/rooms/room-column-names.ts';
import type { GroupMembersTable } from '#server/database/tables/rooms.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

export type MemberRow = Selectable<GroupMembersTable>;

export interface ListedMember extends MemberRow {
  readonly encrypted_token: Buffer | null;
  /** States that the access of the member has ended. */
  readonly has_ended: 0 | 1;
}

const hasEnded = (now: number) =>
  sql<0 | 1>`case when ${isEndedMembership(now)} then 1 else 0 end`.as('has_ended');

/** Lists the members of a group in the order in which they were added; one more than `limit`. */
export function listMembers(
  { db, now }: Pick<Services, 'db' | 'now'>,
  groupId: number,
  { limit, cursor = 0 }: PageRequest,
): Promise<ListedMember[]> {
  return (
    db
      .selectFrom('group_members')
      // Visitors of a link have no invitation of their own to pass on.
      .leftJoin('invitations', (join) =>
        join
          .onRef('invitations.id', '=', 'group_members.invitation_id')
          .on('invitations.link_id', 'is', null),
      )
      .select(columnsOf('group_members', GROUP_MEMBER_COLUMNS))
      .select('invitations.encrypted_token')
      .select(hasEnded(now()))
      .where('group_id', '=', groupId)
      .where('removed_at', 'is', null)
      .where('group_members.id', '>', cursor)
      .orderBy('group_members.id')
      .limit(limit + 1)
      .execute()
  );
}

export function findMember(db: Database, groupId: number, id: number): Promise<MemberRow | undefined> {
  return db
    .selectFrom('group_members')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

export async function insertMembers(
  db: Database,
  members: readonly Insertable<GroupMembersTable>[],
): Promise<void> {
  await db.insertInto('group_members').values(members).execute();
}

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly email_key: string;
  readonly email_verified_at: number | null;
}

/** Finds the accounts of these addresses. */
export function findAccounts(db: Database, emailKeys: readonly string[]): Promise<Account[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'email_verified_at'])
    .where('email_key', 'in', emailKeys)
    .where('deleted_at', 'is', null)
    .where('service_room_id', 'is', null)
    .execute();
}

interface MemberOfRoom extends Pick<MemberRow, 'id' | 'group_id' | 'email_key' | 'user_id'> {
  /** States that the access of the member has ended. */
  readonly has_ended: 0 | 1;
}

/** Finds the members of all groups of a room with these addresses or accounts. */
export function findMembersOfRoom(
  { db, now }: Pick<Services, 'db' | 'now'>,
  roomId: number,
  { emailKeys, userIds }: { emailKeys: readonly string[]; userIds: readonly number[] },
): Promise<MemberOfRoom[]> {
  return db
    .selectFrom('group_members')
    .select(['id', 'group_id', 'email_key', 'user_id'])
    .select(hasEnded(now()))
    .where('room_id', '=', roomId)
    .where('removed_at', 'is', null)
    .where((where) =>
      where.or([
        where('email_key', 'in', emailKeys),
        ...(userIds.length > 0 ? [where('user_id', 'in', userIds)] : []),
      ]),
    )
    .execute();
}
