import { type RawBuilder, sql } from 'kysely';
import type { Party } from '#server/authorization/history/as-party.ts';
import { asOf } from '#server/database/history/as-of.ts';
import type { Database } from '#server/database/open-database.ts';
import { roomEntries } from '../receipts/room-entry-queries.ts';

const MAX_PARTIES_OF_A_KIND = 500;

export interface PartyRow extends Party {
  readonly name: string;
}

/** The ids of each kind of party that has or had a grant in the room, also one that ended. Needs `roomEntries`. */
const idsOf = (kind: Party['kind'], roomId: number): RawBuilder<unknown> => {
  switch (kind) {
    case 'group':
      return sql`select id from room_groups where room_id = ${roomId}`;
    case 'user':
      return sql`select user_id from room_managers_history where room_id = ${roomId}
        union select user_id from collaborators_history where folder_id in (select id from in_room)
        union select owner_id from folders_history where id in (select id from in_room)
        union select user_id from group_members where room_id = ${roomId} and user_id is not null
        union select grants.accepted_by_id from (${grantsOnAll(roomId)}) grants
          where grants.role = 'collaborator' and grants.accepted_by_id is not null`;
    case 'visitor':
      return sql`select invitation_id from invitation_folders_history where folder_id in (select id from in_room)
        union select invitation_id from group_members_history where room_id = ${roomId} and invitation_id is not null
        union select invitation_id from group_members where room_id = ${roomId} and invitation_id is not null
        union select grants.id from (${grantsOnAll(roomId)}) grants where grants.role = 'visitor'
        union select id from invitations where link_id in (${linkIds})`;
    case 'link':
      return linkIds;
  }
};

const isAtOnce = (one: string, other: string) => {
  const [from, until] = [sql.ref(`${one}.valid_from_at`), sql.ref(`${one}.valid_until_at`)];
  return sql`${from} < ${sql.ref(`${other}.valid_until_at`)} and ${sql.ref(`${other}.valid_from_at`)} < ${until}`;
};

/**
 * The invitations to all folders that reached the room: while its folder belonged to the inviter, or the inviter was an
 * administrator and the room let administrators read.
 */
const grantsOnAll = (roomId: number): RawBuilder<unknown> => sql`
  select i.id, i.role, i.accepted_by_id from invitations_history i where i.all_folders = 1 and i.revoked_at is null and (
    exists (select 1 from folders_history f
      where f.id = ${roomId} and f.owner_id = i.inviter_id and ${isAtOnce('f', 'i')})
    or exists (select 1 from users_history u join rooms_history r on ${isAtOnce('r', 'u')}
      where u.id = i.inviter_id and u.is_admin = 1 and ${isAtOnce('u', 'i')}
        and r.folder_id = ${roomId} and r.administrators_can_read = 1 and ${isAtOnce('r', 'i')}))`;

const linkIds = sql`select link_id from link_targets_history
  where (entry_kind = 'folder' and entry_id in (select id from in_room))
    or (entry_kind = 'file' and entry_id in (select id from room_files))`;

/** Tables and names of parties, as they are called today. */
const NAMES: Readonly<Record<Party['kind'], { table: string; name: RawBuilder<string> }>> = {
  group: { table: 'room_groups', name: sql`subject.name` },
  user: { table: 'users', name: sql`subject.username` },
  visitor: { table: 'invitations', name: sql`subject.email` },
  link: { table: 'links', name: sql`subject.name` },
};

async function listKind(db: Database, roomId: number, kind: Party['kind'], id?: number): Promise<PartyRow[]> {
  const { table, name } = NAMES[kind];
  const isVisitor = kind === 'visitor' ? sql`and subject.role = 'visitor'` : sql``;
  const isWanted = id === undefined ? sql`` : sql`and subject.id = ${id}`;
  const { rows } = await sql<Omit<PartyRow, 'kind'>>`with recursive ${roomEntries(roomId)}
    select subject.id, ${name} as name from ${sql.table(table)} subject
    where subject.id in (${idsOf(kind, roomId)}) ${isVisitor} ${isWanted}
    order by subject.id desc limit ${sql.lit(MAX_PARTIES_OF_A_KIND)}`.execute(db);
  return rows.map((row) => ({ ...row, kind }));
}

/** Lists the parties of a room, the newest of each kind first. */
export async function listParties(db: Database, roomId: number): Promise<PartyRow[]> {
  return [
    ...(await listKind(db, roomId, 'group')),
    ...(await listKind(db, roomId, 'user')),
    ...(await listKind(db, roomId, 'visitor')),
    ...(await listKind(db, roomId, 'link')),
  ];
}

/** Finds a party of a room; no other name is returned. */
export const findParty = async (db: Database, roomId: number, party: Party): Promise<PartyRow | undefined> =>
  (await listKind(db, roomId, party.kind, party.id))[0];

/**
 * Finds what a member had at an instant, or has now if they were none then: another link continues a membership with its own
 * invitation.
 */
export const findMember = async (db: Database, roomId: number, memberId: number, at: number) =>
  (await selectMember(asOf(db, at), roomId, memberId)) ?? (await selectMember(db, roomId, memberId));

const selectMember = (db: Database, roomId: number, memberId: number) =>
  db
    .selectFrom('group_members')
    .select(['user_id', 'invitation_id'])
    .where('id', '=', memberId)
    .where('room_id', '=', roomId)
    .executeTakeFirst();

/** Finds the address of an invitation; empty for one without. */
export async function findInvitedAddress(db: Database, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('invitations').select('email').where('id', '=', id).executeTakeFirst();
  return row?.email;
}

/** Counts the people of a party until an instant. Visitors of a link who gave no address may all be the same. */
export async function countPersons(db: Database, { kind, id }: Party, at: number): Promise<number> {
  if (kind === 'user' || kind === 'visitor') return 1;
  const of =
    kind === 'group'
      ? sql`select count(distinct email_key) as count from group_members where group_id = ${id} and created_at <= ${at}`
      : sql`select count(distinct email) as count from invitations where link_id = ${id} and created_at <= ${at}`;
  const { rows } = await sql<{ count: number }>`${of}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
