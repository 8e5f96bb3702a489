import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Flag, Instant } from '#server/database/tables/column-types.ts';

interface FolderColumns {
  readonly folder_id: number;
  readonly parent_id: number | null;
  readonly folder_name: string;
}

interface FileColumns {
  readonly file_id: number;
  readonly file_name: string;
  readonly size: number;
  readonly created_at: Instant;
  readonly owner_id: number;
  readonly allow_download: Flag;
}

/** A folder with one of the files that lie in it, or with none. */
export type TreeRow = FolderColumns & (FileColumns | { readonly file_id: null });

/**
 * A folder and all below it with their files, at most `limit` rows. One statement, so that it tells of one moment:
 * what moves meanwhile is neither twice in it nor missing.
 */
export async function listTree(db: Database, folderId: number, limit: number): Promise<TreeRow[]> {
  const { rows } = await sql<TreeRow>`
    with recursive down(id, parent_id, name) as (
      select id, parent_id, name from folders where id = ${folderId}
      union
      select f.id, f.parent_id, f.name from folders f join down on f.parent_id = down.id where f.deleted_at is null
    )
    select down.id as folder_id, down.parent_id, down.name as folder_name, files.id as file_id,
      files.name as file_name, files.size, files.created_at, files.owner_id, files.allow_download
    from down left join files on files.folder_id = down.id and files.deleted_at is null
    limit ${limit}`.execute(db);
  return rows;
}
