import { type Insertable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { FilesTable, FoldersTable } from '#server/database/tables/documents.ts';

/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;

interface FolderRow {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
}

/** Lists the active folders directly in these folders, oldest first. */
export async function listChildFolders(db: Database, parentIds: readonly number[]): Promise<FolderRow[]> {
  const found: FolderRow[] = [];
  for (let at = 0; at < parentIds.length; at += BATCH_SIZE)
    found.push(
      ...(await db
        .selectFrom('folders')
        .select(['id', 'name', 'parent_id'])
        .where('parent_id', 'in', parentIds.slice(at, at + BATCH_SIZE))
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute()),
    );
  return found;
}

/** Counts the active files in each of these folders. */
export async function countFilesByFolder(
  db: Database,
  folderIds: readonly number[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let at = 0; at < folderIds.length; at += BATCH_SIZE) {
    const rows = await db
      .selectFrom('files')
      .select((select) => ['folder_id', select.fn.countAll<number>().as('count')])
      .where('folder_id', 'in', folderIds.slice(at, at + BATCH_SIZE))
      .where('deleted_at', 'is', null)
      .groupBy('folder_id')
      .execute();
    for (const { folder_id, count } of rows) if (folder_id !== null) counts.set(folder_id, count);
  }
  return counts;
}

export async function insertFolders(
  db: Database,
  folders: readonly Insertable<FoldersTable>[],
): Promise<FolderRow[]> {
  const inserted: FolderRow[] = [];
  for (let at = 0; at < folders.length; at += BATCH_SIZE)
    inserted.push(
      ...(await db
        .insertInto('folders')
        .values(folders.slice(at, at + BATCH_SIZE))
        .returning(['id', 'name', 'parent_id'])
        .execute()),
    );
  return inserted;
}

/** Inserts files with their first versions; returns their ids by blob. */
export async function insertFiles(
  db: Database,
  files: readonly Insertable<FilesTable>[],
): Promise<Map<string, number>> {
  const rows = await db.insertInto('files').values(files).returning(['id', 'blob_key']).execute();
  const ids = rows.map(({ id }) => id);
  await sql`insert into file_versions (file_id, number, blob_key, size, sha256, author_id, created_at)
    select files.id, 1, files.blob_key, files.size, blobs.sha256, files.owner_id, files.created_at
    from files join blobs on blobs.key = files.blob_key where files.id in (${sql.join(ids)})`.execute(db);
  return new Map(rows.map(({ id, blob_key }) => [blob_key, id]));
}
