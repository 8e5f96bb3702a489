import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { acquireLock } from '#server/database/transaction-locks.ts';
import { folderIdsWithin } from './queries.ts';

/**
 * Appends files to the index's change feed. The lock makes positions grow in the order of commits, so that a follower
 * cannot skip one. A file is in the feed once, so that the feed never grows beyond the number of files.
 */
async function enqueue(db: Database, now: number, fileIds: ReturnType<typeof sql>): Promise<void> {
  await acquireLock(db, 'index-changes', now);
  await withoutChangesOf(fileIds).execute(db);
  await withChangesOf(fileIds).execute(db);
}

const withoutChangesOf = (fileIds: ReturnType<typeof sql>) =>
  sql`delete from index_changes where file_id in (${fileIds})`;
const withChangesOf = (fileIds: ReturnType<typeof sql>) =>
  sql`insert into index_changes (file_id) ${fileIds}`;

const oneFile = (fileId: number) => sql`select id from files where id = ${fileId}`;
const deleteChangesOf = prepareQuery((_, { fileId }: { fileId: number }) =>
  withoutChangesOf(oneFile(fileId)),
);
const insertChangeOf = prepareQuery((_, { fileId }: { fileId: number }) => withChangesOf(oneFile(fileId)));

export async function enqueueFile(db: Database, now: number, fileId: number): Promise<void> {
  await acquireLock(db, 'index-changes', now);
  await deleteChangesOf(db, { fileId });
  await insertChangeOf(db, { fileId });
}

/** Files that must be indexed again, as the events name them. */
export type IndexedAgain =
  | { readonly fileId: number }
  | { readonly fileIds: readonly number[] }
  | { readonly folderId: number }
  /** Files whose time is still that of the publication, by which they are found. */
  | { readonly publicationId: number }
  /** Files outside folders. */
  | { readonly ownerId: number };

export const enqueueFilesOf = (db: Database, now: number, files: IndexedAgain): Promise<void> =>
  'fileId' in files ? enqueueFile(db, now, files.fileId) : enqueue(db, now, selectFilesOf(files));

function selectFilesOf(files: Exclude<IndexedAgain, { readonly fileId: number }>) {
  if ('fileIds' in files) return sql`select id from files where id in (${sql.join(files.fileIds)})`;
  if ('folderId' in files)
    return sql`select id from files where folder_id in (${folderIdsWithin(files.folderId)})`;
  if ('ownerId' in files)
    return sql`select id from files where owner_id = ${files.ownerId} and folder_id is null`;
  return sql`select files.id from publications join files on files.published_at = publications.publish_at
    and files.published_at <> 0 and files.publication_id = publications.id where publications.id = ${files.publicationId}`;
}

export const enqueueAllFiles = (db: Database, now: number): Promise<void> =>
  enqueue(db, now, sql`select id from files`);

export const listIndexChanges = (
  db: Database,
  after: number,
  limit: number,
): Promise<{ position: number; file_id: number; owner_id: number | null }[]> =>
  selectChanges(db, { after, limit });

const selectChanges = prepareQuery((db, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom('index_changes')
    .leftJoin('files', 'files.id', 'index_changes.file_id')
    .select(['position', 'file_id', 'owner_id'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit),
);

/** Finds the newest position in the feed; 0 when it is empty. */
export async function findLastIndexPosition(db: Database): Promise<number> {
  const row = await db
    .selectFrom('index_changes')
    .select((select) => select.fn.max('position').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Counts the files in the feed after this position. */
export async function countIndexChanges(db: Database, after: number): Promise<number> {
  const { count } = await db
    .selectFrom('index_changes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('position', '>', after)
    .executeTakeFirstOrThrow();
  return count;
}
