import { type Insertable, type Selectable, sql } from 'kysely';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/folder-access.ts';
import { isVisibleFile, visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import type { BlobsTable, FilesTable } from '#server/database/tables/documents.ts';
import type { FileType } from '#shared/domain/file-type.ts';
import type { Actor } from '#shared/policies/actor.ts';

export type FileRow = Selectable<FilesTable>;
export type BlobRow = Selectable<BlobsTable>;

/** Columns for lists. Excerpt, title and blob keys are left out: they would be most of the bytes of a long list. */
const PRESENTED_COLUMNS = [
  'id',
  'name',
  'size',
  'allow_download',
  'folder_id',
  'owner_id',
  'created_at',
  'modified_at',
  'index_status',
  'index_reason',
  'current_version',
] as const;
const LISTED_COLUMNS = PRESENTED_COLUMNS.map((column) => `files.${column}` as const);

export type PresentedFile = Pick<FileRow, (typeof PRESENTED_COLUMNS)[number]>;

/** Row of a file list, with the actor's access level as a number. */
export interface ListedFile extends PresentedFile {
  readonly accessLevel: number;
  readonly owner_name: string;
}

interface Page {
  limit: number;
  cursor: number | undefined;
}

/** Lists visible files, newest first; `rootOnly` leaves out those in folders. Returns one row more than `limit`. */
export function listVisibleFiles(
  db: Database,
  actor: Actor,
  { limit, cursor, rootOnly }: Page & { rootOnly: boolean },
): Promise<ListedFile[]> {
  const userId = actor.kind === 'user' ? actor.id : 0;
  // A file that a link names is listed without its folder, which the visitor may not see.
  const isLinked = sql`(${sql.lit(actor.kind === 'visitor' ? 1 : 0)} = 1 and visible.id is null)`;
  return db
    .selectFrom('files')
    .leftJoin(visibleTo(actor), 'visible.id', 'files.folder_id')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select(LISTED_COLUMNS)
    .select([
      sql<number>`case when visible.id is not null then visible.access_level
        when files.owner_id = ${userId} then ${sql.lit(ACCESS_LEVEL_ORDER.owner)}
        when ${isLinked} then ${sql.lit(ACCESS_LEVEL_ORDER.visitor)} else 0 end`.as('accessLevel'),
      personName('users').as('owner_name'),
      sql<number | null>`case when ${isLinked} then null else files.folder_id end`.as('folder_id'),
    ])
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(actor))
    .$if(rootOnly, (query) => query.where('files.folder_id', 'is', null))
    .$if(cursor !== undefined, (query) => query.where('files.id', '<', cursor ?? 0))
    .orderBy('files.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Lists the files of a loaded folder; they have its access level. */
export function listFilesIn(
  db: Database,
  folder: { id: number; accessLevel: number },
  { limit, cursor }: Page,
): Promise<ListedFile[]> {
  return db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select(LISTED_COLUMNS)
    .select([sql<number>`${folder.accessLevel}`.as('accessLevel'), personName('users').as('owner_name')])
    .where('folder_id', '=', folder.id)
    .where('files.deleted_at', 'is', null)
    .$if(cursor !== undefined, (query) => query.where('files.id', '<', cursor ?? 0))
    .orderBy('files.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function countFilesIn(db: Database, folderId: number): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('folder_id', '=', folderId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Counts the active files outside folders, by owner. */
export async function countRootFiles(
  db: Database,
  ownerIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('files')
    .select((select) => ['owner_id', select.fn.countAll<number>().as('count')])
    .where('folder_id', 'is', null)
    .where('owner_id', 'in', ownerIds)
    .where('deleted_at', 'is', null)
    .groupBy('owner_id')
    .execute();
  return new Map(rows.map((row) => [row.owner_id, row.count]));
}

export async function insertBlob(db: Database, blob: Insertable<BlobsTable>): Promise<void> {
  await db.insertInto('blobs').values(blob).execute();
}

export function findBlob(db: Database, key: string): Promise<BlobRow> {
  return db.selectFrom('blobs').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}

export async function hasBlob(db: Database, key: string): Promise<boolean> {
  const row = await db.selectFrom('blobs').select('key').where('key', '=', key).executeTakeFirst();
  return row !== undefined;
}

export function insertFile(db: Database, file: Insertable<FilesTable>): Promise<FileRow> {
  return db.insertInto('files').values(file).returningAll().executeTakeFirstOrThrow();
}

/** Returns the display name of the actor: username or visitor's e-mail address. */
export async function findActorName(db: Database, actor: Actor): Promise<string | undefined> {
  if (actor.kind === 'user') {
    const user = await db
      .selectFrom('users')
      .select('username')
      .where('id', '=', actor.id)
      .executeTakeFirst();
    return user?.username;
  }
  if (actor.kind === 'anonymous') return undefined;
  const visitor = await db
    .selectFrom('invitations')
    .select('email')
    .where('id', '=', actor.invitationId)
    .executeTakeFirst();
  return visitor?.email;
}

export async function setFileFolder(db: Database, id: number, folderId: number | null): Promise<void> {
  await db.updateTable('files').set({ folder_id: folderId }).where('id', '=', id).execute();
}

export async function setFolderOfFiles(
  db: Database,
  ids: readonly number[],
  folderId: number | null,
): Promise<void> {
  await db.updateTable('files').set({ folder_id: folderId }).where('id', 'in', ids).execute();
}

export async function setFileName(
  db: Database,
  id: number,
  { name, fileType, now }: { name: string; fileType: FileType; now: number },
): Promise<void> {
  await db
    .updateTable('files')
    .set({ name, file_type: fileType, modified_at: now })
    .where('id', '=', id)
    .execute();
}

export async function setFileAllowDownload(db: Database, id: number, allowDownload: boolean): Promise<void> {
  await db
    .updateTable('files')
    .set({ allow_download: allowDownload ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

export async function setFileDeleted(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('files').set({ deleted_at: now }).where('id', '=', id).execute();
}

export async function setFilesDeleted(db: Database, ids: readonly number[], now: number): Promise<void> {
  await db.updateTable('files').set({ deleted_at: now }).where('id', 'in', ids).execute();
}
