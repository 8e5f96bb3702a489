import type { Insertable } from 'kysely';
import { insertFirstVersions } from '#server/database/insert-first-versions.ts';
import type { Database } from '#server/database/open-database.ts';
import type { FilesTable } from '#server/database/tables/documents.ts';

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

/** Inserts files with their first versions; returns their ids by blob. */
export async function insertFiles(
  db: Database,
  files: readonly Insertable<FilesTable>[],
): Promise<Map<string, number>> {
  const rows = await db.insertInto('files').values(files).returning(['id', 'blob_key']).execute();
  await insertFirstVersions(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, blob_key }) => [blob_key, id]));
}
