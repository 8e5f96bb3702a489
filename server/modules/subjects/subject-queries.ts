import { type RawBuilder, sql } from 'kysely';
import { normalizeName } from '#server/database/audit/persons/person-keys.ts';
import type { Database } from '#server/database/open-database.ts';
import type { ErasureEffect, SubjectCategory } from '#shared/contracts/subjects/subjects.ts';
import { type Actor, excludedRoomIdsOf } from '#shared/policies/actor.ts';

/** A person: accounts, and the address that is known to be theirs, in the form of the keys of accounts. */
export interface Scope {
  /** Without one, nothing is found by an address. */
  readonly emailKey?: string;
  readonly accounts: readonly SubjectAccount[];
}

/** A person whom an administrator named by an address. */
export interface AddressScope extends Scope {
  readonly emailKey: string;
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

const ACCOUNT_COLUMNS = [
  'id',
  'username',
  'email',
  'is_admin',
  'deleted_at',
  'first_name',
  'last_name',
] as const;

/** Lists accounts by id, deleted ones included. */
export const listAccounts = (db: Database, ids: readonly number[]): Promise<SubjectAccount[]> =>
  db
    .selectFrom('users')
    .select(ACCOUNT_COLUMNS)
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .execute();

/** Lists the accounts of an address, deleted ones included. */
export const listAccountsOf = (db: Database, emailKey: string): Promise<SubjectAccount[]> =>
  db.selectFrom('users').select(ACCOUNT_COLUMNS).where('email_key', '=', emailKey).orderBy('id').execute();

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

/**
 * The names of the accounts, as they are compared; none that contains an at sign, which could be the address of somebody else.
 */
export const namesOf = ({ accounts }: Scope): string[] =>
  accounts
    .flatMap(({ username, first_name, last_name }) => [
      username,
      [first_name, last_name].filter(Boolean).join(' '),
    ])
    .map(normalizeName)
    .filter((name) => name !== '' && !name.includes('@'));

/** The condition that a column with an address has that of the person; never true of a person without one. */
const isAddress = ({ emailKey }: Scope, column: string): RawBuilder<unknown> =>
  emailKey ? sql`lower(${sql.ref(column)}) = ${emailKey}` : sql`1 = 0`;

/** The same for a table with a column of keys, which is empty in rows of early versions. */
const hasAddress = (scope: Scope): RawBuilder<unknown> =>
  sql`(${isKey(scope)} or ${isAddress(scope, 'email')})`;

const isKey = ({ emailKey }: Scope): RawBuilder<unknown> =>
  emailKey ? sql`email_key = ${emailKey}` : sql`1 = 0`;

/** The invitations of the person: to the address, or accepted by an account of theirs. */
const invitationsOf = (scope: Scope): RawBuilder<unknown> =>
  sql`select id from invitations where ${hasAddress(scope)} or accepted_by_id in (${idsOf(scope)})`;

/**
 * The rows of each kind that say something of the person, as the tables and conditions from which they are counted and changed.
 */
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
      where: sql`${hasAddress(scope)} or ${holder}`,
    },
    linkVisits: {
      table: 'link_visitors',
      where: sql`${hasAddress(scope)} or invitation_id in (${invitations})`,
    },
    linkAttempts: { table: 'link_attempts', where: hasAddress(scope) },
    linkCodes: { table: 'link_codes', where: isKey(scope) },
    views: {
      table: 'file_views',
      where: sql`viewer_id in (${ids}) or ${isAddress(scope, 'viewer_email')}`,
    },
    dailySums: { table: 'analytics_daily', where: isAddress(scope, 'viewer_email') },
    sessions: { table: 'sessions', where: holder },
    mails: { table: 'outbox_messages', where: isAddress(scope, 'to_address') },
    signInFailures: { table: 'attempt_counts', where: sql`user_id in (${ids})` },
    receipts: { table: 'receipts', where: holder },
    acceptances: {
      table: 'terms_acceptances',
      where: sql`${isAddress(scope, 'email')} or invitation_id in (${invitations})`,
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
  dailySums: 'replace',
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
