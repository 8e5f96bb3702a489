import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { filePlaces } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import {
  fileFoldersOf,
  fileLevelOf,
  hasAccessByFile,
  isFolderVisible,
  isVisibleFile,
} from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { BlobsTable, FilesTable } from '#server/database/tables/documents.ts';
import type { FileType } from '#shared/domain/file-type.ts';
import { type Actor, groupIdsOf } from '#shared/policies/actor.ts';

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
  'index_status',
  'index_reason',
  'published_at',
] as const;
const LISTED_COLUMNS = PRESENTED_COLUMNS.map((column) => `files.${column}` as const);

export type PresentedFile = Pick<FileRow, (typeof PRESENTED_COLUMNS)[number]>;

/** Row of a file list, with the actor's access level as a number. */
export interface ListedFile extends PresentedFile {
  readonly accessLevel: number;
}

interface Page {
  limit: number;
  cursor: number | undefined;
}

/** Lists visible files, newest first; `rootOnly` leaves out those in folders. Returns one row more than `limit`. */
export function listVisibleFiles(
  db: Database,
  requester: Requester,
  { limit, cursor, rootOnly }: Page & { rootOnly: boolean },
): Promise<ListedFile[]> {
  const { actor } = requester;
  const userId = actor.kind === 'user' ? actor.id : 0;
  const level = fileLevelOf(requester);
  // A file in a hidden folder that a link or a level of its own shows is listed without the folder.
  const isOutside = hasAccessByFile(actor)
    ? sql<SqlBool>`not ${isFolderVisible(requester)}`
    : sql<SqlBool>`1 = 0`;
  const isLinked = actor.kind === 'visitor' ? isOutside : sql`1 = 0`;
  const inRoot =
    groupIdsOf(actor).length > 0
      ? sql<SqlBool>`(files.folder_id is null or ${isOutside})`
      : sql<SqlBool>`files.folder_id is null`;
  return db
    .selectFrom('files')
    .leftJoin(fileFoldersOf(requester), 'visible.id', 'files.folder_id')
    .select(LISTED_COLUMNS)
    .select([
      sql<number>`case when ${level} > 0 then ${level}
        when files.folder_id is null and files.owner_id = ${userId} then ${sql.lit(ACCESS_LEVEL_ORDER.owner)}
        when ${isLinked} then ${sql.lit(ACCESS_LEVEL_ORDER.visitor)} else 0 end`.as('accessLevel'),
      sql<number | null>`case when ${isOutside} then null else files.folder_id end`.as('folder_id'),
    ])
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(requester))
    .$if(rootOnly, (query) => query.where(inRoot))
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
    .select(LISTED_COLUMNS)
    .select(sql<number>`${folder.accessLevel}`.as('accessLevel'))
    .where('folder_id', '=', folder.id)
    .where('deleted_at', 'is', null)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Lists those files of a folder that the actor may see, for actors whose access differs between them. */
export async function listVisibleFilesIn(
  db: Database,
  requester: Requester,
  folderId: number,
  { limit, cursor }: Page,
): Promise<ListedFile[]> {
  const level = fileLevelOf(requester);
  const { rows } = await sql<ListedFile>`with recursive ${ancestors(sql`${folderId}`)}
    select ${sql.join(LISTED_COLUMNS.map((column) => sql.ref(column)))}, ${level} as "accessLevel"
    from files join (${filePlaces(requester, 'ancestors')}) visible on visible.id = files.folder_id
    where files.folder_id = ${folderId} and files.deleted_at is null and ${level} > 0
      ${cursor === undefined ? sql`` : sql`and files.id < ${cursor}`}
    order by files.id desc limit ${limit + 1}`.execute(db);
  return rows;
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
  const { viewAs } = actor.kind === 'visitor' ? actor : {};
  const userId = actor.kind === 'user' ? actor.id : viewAs?.openedById;
  if (userId !== undefined) {
    const user = await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
    return user?.username;
  }
  if (actor.kind !== 'visitor') return undefined;
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

export async function setFileName(db: Database, id: number, name: string, fileType: FileType): Promise<void> {
  await db.updateTable('files').set({ name, file_type: fileType }).where('id', '=', id).execute();
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
