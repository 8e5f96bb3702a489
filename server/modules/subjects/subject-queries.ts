import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { ErasureEffect, SubjectCategory } from '#shared/contracts/subjects/subjects.ts';
import { type Actor, excludedRoomIdsOf } from '#shared/policies/actor.ts';

/** A person: an address, in the form of the keys of accounts, and the accounts that have or had it. */
export interface Scope {
  readonly emailKey: string;
  readonly accounts: readonly SubjectAccount[];
}

export interface SubjectAccount {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly is_admin: number;
  readonly deleted_at: number | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

const MAX_ROOMS = 100;

/** Lists the accounts of an address, deleted ones included. */
export const listAccountsOf = (db: Database, emailKey: string): Promise<SubjectAccount[]> =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'is_admin', 'deleted_at', 'first_name', 'last_name'])
    .where('email_key', '=', emailKey)
    .orderBy('id')
    .execute();

export async function countOtherAdministrators(db: Database, ids: readonly number[]): Promise<number> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('deleted_at', 'is', null)
    .where('id', 'not in', [0, ...ids])
    .limit(1)
    .execute();
  return rows.length;
}

/** The ids of the accounts, for `in`. */
export const idsOf = ({ accounts }: Scope): RawBuilder<unknown> =>
  sql.join([0, ...accounts.map(({ id }) => id)]);

/** The condition that a column with an address has this one; `key` is its column of keys, empty in rows of early versions. */
const hasAddress = ({ emailKey }: Scope, key: string, email = 'email') =>
  sql`(${sql.ref(key)} = ${emailKey} or lower(${sql.ref(email)}) = ${emailKey})`;

/** The invitations of the person: to the address, or accepted by an account of theirs. */
const invitationsOf = (scope: Scope): RawBuilder<unknown> =>
  sql`select id from invitations where ${hasAddress(scope, 'email_key')} or accepted_by_id in (${idsOf(scope)})`;

/** The rows of each kind that say something of the person, as the tables and conditions from which they are counted and changed. */
export function rowsOf(
  scope: Scope,
): Readonly<Record<string, { table: string; where: RawBuilder<unknown> }>> {
  const ids = idsOf(scope);
  const invitations = invitationsOf(scope);
  const holder = sql`user_id in (${ids}) or invitation_id in (${invitations})`;
  return {
    invitations: { table: 'invitations', where: sql`id in (${invitations})` },
    groupMemberships: {
      table: 'group_members',
      where: sql`${hasAddress(scope, 'email_key')} or ${holder}`,
    },
    linkVisits: {
      table: 'link_visitors',
      where: sql`${hasAddress(scope, 'email_key')} or invitation_id in (${invitations})`,
    },
    linkAttempts: { table: 'link_attempts', where: hasAddress(scope, 'email_key') },
    linkCodes: { table: 'link_codes', where: sql`email_key = ${scope.emailKey}` },
    views: {
      table: 'file_views',
      where: sql`viewer_id in (${ids}) or lower(viewer_email) = ${scope.emailKey}`,
    },
    sessions: { table: 'sessions', where: holder },
    mails: { table: 'outbox_messages', where: sql`lower(to_address) = ${scope.emailKey}` },
    signInFailures: { table: 'attempt_counts', where: sql`user_id in (${ids})` },
    receipts: { table: 'receipts', where: holder },
    acceptances: {
      table: 'terms_acceptances',
      where: sql`lower(email) = ${scope.emailKey} or invitation_id in (${invitations})`,
    },
    certificates: {
      table: 'disclosure_certificates',
      where: sql`(party_kind = 'user' and party_id in (${ids})) or (party_kind = 'visitor' and party_id in (${invitations}))`,
    },
    folders: { table: 'folders', where: sql`owner_id in (${ids}) and purged_at is null` },
    files: { table: 'files', where: sql`owner_id in (${ids}) and purged_at is null` },
    collaborations: { table: 'collaborators', where: sql`user_id in (${ids})` },
    links: { table: 'links', where: sql`owner_id in (${ids}) and deleted_at is null` },
  };
}

const EFFECTS: Readonly<Record<string, ErasureEffect>> = {
  invitations: 'replace',
  groupMemberships: 'replace',
  linkVisits: 'replace',
  linkAttempts: 'delete',
  linkCodes: 'delete',
  views: 'replace',
  sessions: 'delete',
  mails: 'delete',
  signInFailures: 'delete',
  receipts: 'keep',
  acceptances: 'keep',
  certificates: 'keep',
  folders: 'pass-on',
  files: 'pass-on',
  collaborations: 'delete',
  links: 'keep',
};

/** Counts the rows of each kind, in one query; kinds of which there are none are left out. */
export async function countCategories(db: Database, scope: Scope): Promise<SubjectCategory[]> {
  const counts = Object.entries(rowsOf(scope)).map(
    ([name, { table, where }]) =>
      sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(table)} where ${where}`,
  );
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  );
  return rows
    .map(({ name, count }) => ({ name, count: Number(count), effect: EFFECTS[name] ?? 'keep' }))
    .filter(({ count }) => count > 0);
}

/** Counts the entries of the audit log that name the person: encrypted ones, and those of earlier versions, which keep the name. */
export async function countAuditEntries(
  db: Database,
  scope: Scope,
  keyIds: readonly number[],
): Promise<SubjectCategory[]> {
  const keys = sql.join([0, ...keyIds]);
  const names = sql.join([scope.emailKey, ...scope.accounts.map(({ username }) => username)]);
  const { rows } = await sql<{ encrypted: number; old: number }>`select
      (select count(*) from audit_log where actor_key_id in (${keys}))
        + (select count(*) from audit_log where object_key_id in (${keys}) and coalesce(actor_key_id, 0) not in (${keys})) as encrypted,
      (select count(*) from audit_log where actor_key_id is null and actor_name in (${names}))
        + (select count(*) from audit_log where object_kind = 'user' and object_id in (${idsOf(scope)})
            and object_key_id is null and object_name <> '' and actor_name not in (${names})) as old`.execute(
    db,
  );
  const [row] = rows;
  const categories: SubjectCategory[] = [
    { name: 'auditEntries', count: Number(row?.encrypted ?? 0), effect: 'unreadable' },
    { name: 'oldAuditEntries', count: Number(row?.old ?? 0), effect: 'keep' },
  ];
  return categories.filter(({ count }) => count > 0);
}

/** Counts what names people and cannot be changed: archives of rooms, which may name this one, and names of documents that do. */
export async function countUnchangeable(db: Database, scope: Scope): Promise<SubjectCategory[]> {
  const pattern = `%${scope.emailKey.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ archives: number; documents: number }>`select
      (select count(*) from room_archives where state = 'done') as archives,
      (select count(*) from files where lower(name) like ${pattern} escape '\\' and purged_at is null) as documents`.execute(
    db,
  );
  const [row] = rows;
  const categories: SubjectCategory[] = [
    { name: 'roomArchives', count: Number(row?.archives ?? 0), effect: 'keep' },
    { name: 'documentNames', count: Number(row?.documents ?? 0), effect: 'keep' },
  ];
  return categories.filter(({ count }) => count > 0);
}

/** Lists rooms in which the person has or had a part, but none that the administrator may not read. */
export async function listRoomsOf(
  db: Database,
  scope: Scope,
  actor: Actor,
): Promise<{ id: number; name: string }[]> {
  const members = rowsOf(scope)['groupMemberships']?.where ?? sql`1 = 0`;
  const { rows } = await sql<{ id: number; name: string }>`select folders.id, folders.name from rooms
      join folders on folders.id = rooms.folder_id
    where folders.purged_at is null and folders.id not in (${sql.join([0, ...excludedRoomIdsOf(actor)])})
      and (folders.id in (select room_id from group_members where ${members})
        or folders.id in (select room_id from room_managers where user_id in (${idsOf(scope)}))
        or folders.id in (select folder_id from collaborators where user_id in (${idsOf(scope)}))
        or folders.owner_id in (${idsOf(scope)}))
    order by folders.id limit ${sql.lit(MAX_ROOMS)}`.execute(db);
  return rows;
}
