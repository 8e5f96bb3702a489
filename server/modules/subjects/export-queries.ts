import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { foldersExcludedFrom } from '#server/authorization/grants/excluded-rooms.ts';
import { fileFoldersOf, isVisibleFile, visibleInTrashTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { SubjectExportsTable } from '#server/database/tables/persons.ts';
import { seesEverything } from '#shared/policies/actor.ts';
import { idsOf, rowsOf, type Scope, type SubjectAccount } from './subject-queries.ts';

export async function insertExport(db: Database, row: Insertable<SubjectExportsTable>): Promise<number> {
  const { id } = await db.insertInto('subject_exports').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const findExport = (db: Database, id: number): Promise<Selectable<SubjectExportsTable> | undefined> =>
  db.selectFrom('subject_exports').selectAll().where('id', '=', id).executeTakeFirst();

export async function findOwnAccount(
  db: Database,
  id: number,
): Promise<{ account: SubjectAccount; isVerified: boolean }> {
  const { email_verified_at, ...account } = await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'is_admin',
      'deleted_at',
      'first_name',
      'last_name',
      'email_verified_at',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { account, isVerified: email_verified_at !== null };
}

/** The columns of each kind that are exported: never a token, a hash or a key. */
const COLUMNS = {
  accounts: 'id, username, email, first_name, last_name, is_admin, created_at, deleted_at',
  invitations: 'id, email, role, created_at, expires_at, accepted_at, revoked_at',
  groupMemberships: 'id, group_id, room_id, email, created_at, removed_at',
  linkVisits: 'id, link_id, email, verified_by, visits, first_visit_at, last_visit_at',
  views: 'id, file_id, version, viewed_at, last_seen_at',
  mails: 'id, to_address, subject, created_at, sent_at',
  receipts: 'id, kind, statement, signature, created_at',
  acceptances: 'id, link_id, email, typed_name, accepted_at, address, user_agent, statement, signature',
  certificates: 'id, room_id, party_kind, party_name, as_of, created_at',
  folders: 'id, name, created_at',
  files: 'id, name, folder_id',
  collaborations: 'folder_id, created_at',
  links: 'id, name, created_at, expires_at, disabled_at, visits, last_visit_at',
  sessions: 'created_at, last_seen_at, address, user_agent',
} as const;
type ExportedKind = keyof typeof COLUMNS;

/** The order of tables without ids. */
const ORDERS: Partial<Record<ExportedKind, string>> = {
  collaborations: 'folder_id, user_id',
  sessions: 'created_at, token_hash',
};

export const EXPORTED_KINDS = Object.keys(COLUMNS) as ExportedKind[]; // the keys of the literal above

/** The reader of an export. */
export interface Reader {
  readonly requester: Requester;
  /** The person themselves: names of folders and files are those that they still see. */
  readonly isSubject: boolean;
}

/** Tells whether the reader may know the names of folders and files. Administrators do not of rooms that exclude them. */
function isReadable(kind: ExportedKind, { requester, isSubject }: Reader): RawBuilder<unknown> {
  if (kind !== 'folders' && kind !== 'files') return sql`1 = 1`;
  if (!isSubject) {
    const excluded = foldersExcludedFrom(requester.actor);
    return kind === 'folders'
      ? sql`id not in (${excluded})`
      : sql`(folder_id is null or folder_id not in (${excluded}))`;
  }
  return kind === 'folders'
    ? sql`id in (select seen.id from ${visibleInTrashTo(requester)} as seen)`
    : sql`id in (select files.id from files left join ${fileFoldersOf(requester)} on visible.id = files.folder_id
        where ${isVisibleFile(requester)})`;
}

/**
 * Leaves out the subjects of mails and the names of links, which can name documents, for an administrator whom a room excludes.
 */
function columnsOf(kind: ExportedKind, { requester, isSubject }: Reader): string {
  if (isSubject || seesEverything(requester.actor)) return COLUMNS[kind];
  if (kind === 'mails') return COLUMNS.mails.replace(' subject,', '');
  return kind === 'links' ? COLUMNS.links.replace(' name,', '') : COLUMNS[kind];
}

export interface ExportedRow {
  readonly id?: number;
}

/** Lists rows of one kind by id, after the last one; in tables without ids, after the number of rows that were read. */
export async function listExportedRows(
  db: Database,
  scope: Scope,
  kind: ExportedKind,
  {
    last,
    read,
    limit,
    reader,
  }: { last: ExportedRow | undefined; read: number; limit: number; reader: Reader },
): Promise<ExportedRow[]> {
  const accounts = { table: 'users', where: sql`id in (${idsOf(scope)})` };
  const source = kind === 'accounts' ? accounts : rowsOf(scope)[kind];
  if (!source) return [];
  const order = ORDERS[kind];
  const page =
    order === undefined
      ? sql`and id > ${last?.id ?? 0} order by id limit ${sql.lit(limit)}`
      : sql`order by ${sql.raw(order)} limit ${sql.lit(limit)} offset ${sql.lit(read)}`;
  const { rows } =
    await sql<ExportedRow>`select ${sql.raw(columnsOf(kind, reader))} from ${sql.table(source.table)}
    where (${source.where}) and ${isReadable(kind, reader)} ${page}`.execute(db);
  return rows;
}
