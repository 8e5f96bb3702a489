import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { filePlaces } from '#server/authorization/folder-access.ts';
import { allowDownload } from '#server/authorization/grants/room-downloads.ts';
import { fileLevelOf, isFolderVisible } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Flag, Instant } from '#server/database/tables/column-types.ts';

interface FolderColumns {
  readonly folder_id: number;
  readonly parent_id: number | null;
  readonly folder_name: string;
  /** A value of `ACCESS_LEVEL_ORDER`; present with `visibleOnly`. */
  readonly access_level?: number;
}

interface FileColumns {
  readonly file_id: number;
  readonly file_name: string;
  readonly size: number;
  readonly created_at: Instant;
  readonly owner_id: number;
  readonly allow_download: Flag;
}

/** A folder joined with one of its files, or with none. */
export type TreeRow = FolderColumns & (FileColumns | { readonly file_id: null });

/**
 * Lists a folder and everything below it with the files, in the order of their ids, at most `limit` rows. One statement reads one
 * snapshot: items moved meanwhile are neither listed twice nor missing. With `visibleOnly`, it descends only into folders that
 * the actor may see, and returns the actor's access to each.
 */
export async function listTree(
  db: Database,
  folderId: number,
  { limit, visibleOnly }: { limit: number; visibleOnly: Requester | undefined },
): Promise<TreeRow[]> {
  const places = visibleOnly ? sql`places as materialized (${filePlaces(visibleOnly, 'active')}),` : sql``;
  const isVisible = visibleOnly
    ? sql`and f.id in (select visible.id from places as visible where ${isFolderVisible(visibleOnly)})`
    : sql``;
  const level = visibleOnly ? sql`, ${fileLevelOf(visibleOnly)} as access_level` : sql``;
  const files = visibleOnly
    ? sql`join places as visible on visible.id = down.id
      left join files on files.folder_id = down.id and files.deleted_at is null and ${fileLevelOf(visibleOnly)} > 0`
    : sql`left join files on files.folder_id = down.id and files.deleted_at is null`;
  const { rows } = await sql<TreeRow>`
    with recursive ${places} down(id, parent_id, name) as (
      select id, parent_id, name from folders where id = ${folderId}
      union
      select f.id, f.parent_id, f.name from folders f join down on f.parent_id = down.id
        where f.deleted_at is null ${isVisible}
    )
    select down.id as folder_id, down.parent_id, down.name as folder_name, files.id as file_id,
      files.name as file_name, files.size, files.created_at, files.owner_id, ${allowDownload} ${level}
    from down ${files}
    order by down.id, files.id limit ${limit}`.execute(db);
  return rows;
}
