import type { Insertable, Selectable } from 'kysely';
import { isNothingToRecord as isRepetition } from '#server/database/audit/recorded-events.ts';
import { enqueueNewFile, tryToLockIndexChanges } from '#server/database/live-changes/index-changes.ts';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { FilesTable } from '#server/database/tables/documents.ts';
import type { FileType } from '#shared/domain/file-type.ts';
import type { Actor } from '#shared/policies/actor.ts';

export type FileRow = Selectable<FilesTable>;

const selectCountIn = prepareQuery((db, { folderId }: { folderId: number }) =>
  db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('folder_id', '=', folderId)
    .where('deleted_at', 'is', null),
);

export async function countFilesIn(db: Database, folderId: number): Promise<number> {
  const [row] = await selectCountIn(db, { folderId });
  return row?.count ?? 0;
}

const rootCounts = (db: Database, ownerIds: readonly number[]) =>
  db
    .selectFrom('files')
    .select((select) => ['owner_id', select.fn.countAll<number>().as('count')])
    .where('folder_id', 'is', null)
    .where('owner_id', 'in', ownerIds)
    .where('deleted_at', 'is', null)
    .groupBy('owner_id');
const selectRootCount = prepareQuery((db, { ownerId }: { ownerId: number }) => rootCounts(db, [ownerId]));

/** Counts the active files outside folders, by owner. */
export async function countRootFiles(
  db: Database,
  ownerIds: readonly number[],
): Promise<Map<number, number>> {
  const [ownerId] = ownerIds;
  const rows =
    ownerId !== undefined && ownerIds.length === 1
      ? await selectRootCount(db, { ownerId })
      : await rootCounts(db, ownerIds).execute();
  return new Map(rows.map((row) => [row.owner_id, row.count]));
}

/** Withholds content that was never scanned. */
export async function setScanning(db: Database, blobKeys: readonly string[]): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ scan_state: 'scanning' })
    .where('key', 'in', blobKeys)
    .where('scan_state', 'is', null)
    .execute();
}

type NewFile = Required<
  Pick<
    Insertable<FilesTable>,
    | 'name'
    | 'file_type'
    | 'size'
    | 'allow_download'
    | 'folder_id'
    | 'owner_id'
    | 'blob_key'
    | 'created_at'
    | 'published_at'
    | 'index_status'
    | 'index_reason'
  >
>;

const insertNewFile = prepareQuery((db, file: NewFile) =>
  db
    .insertInto('files')
    .values({
      name: file.name,
      file_type: file.file_type,
      size: file.size,
      allow_download: file.allow_download,
      folder_id: file.folder_id,
      owner_id: file.owner_id,
      blob_key: file.blob_key,
      created_at: file.created_at,
      published_at: file.published_at,
      index_status: file.index_status,
      index_reason: file.index_reason,
    })
    .returning('id'),
);

/** Inserts a file and returns its id. */
export async function insertFile(db: Database, file: NewFile): Promise<number> {
  const [inserted] = await insertNewFile(db, file);
  if (!inserted) throw new Error('The file was not inserted');
  return inserted.id;
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

/** Tells whether an entry of the audit log repeats a recorded one, so that adding it needs no transaction. */
export const isNothingToRecord = (
  ctx: { readonly db: Database } & Parameters<typeof isRepetition>[1],
  entry: Parameters<typeof isRepetition>[2],
): Promise<boolean> => isRepetition(ctx.db, ctx, entry);

/** Locks the change feed of the index; false while another transaction has it, for which an upload that holds the folder tree must not wait. */
export const tryToLockIndex = (db: Database, now: number) => tryToLockIndexChanges(db, now);

export const indexNewFile = (db: Database, id: number): Promise<void> => enqueueNewFile(db, id);
