import { sql } from 'kysely';
import { folderAccess } from '#server/authorization/folder-access.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Flag, Instant } from '#server/database/tables/column-types.ts';
import type { Actor } from '#shared/policies/actor.ts';

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
 * Lists a folder and everything below it with the files, at most `limit` rows. One statement reads one snapshot: items
 * moved meanwhile are neither listed twice nor missing. With `visibleOnly`, it descends only into folders that the actor
 * may see, and returns the actor's access to each.
 */
export async function listTree(
  db: Database,
  folderId: number,
  { limit, visibleOnly }: { limit: number; visibleOnly: Actor | undefined },
): Promise<TreeRow[]> {
  const visible = visibleOnly
    ? sql`visible(id, access_level) as materialized (${folderAccess(visibleOnly, 'active')}),`
    : sql``;
  const isVisible = visibleOnly ? sql`and f.id in (select id from visible)` : sql``;
  const level = visibleOnly
    ? sql`, (select access_level from visible where id = down.id) as access_level`
    : sql``;
  const { rows } = await sql<TreeRow>`
    with recursive ${visible} down(id, parent_id, name) as (
      select id, parent_id, name from folders where id = ${folderId}
      union
      select f.id, f.parent_id, f.name from folders f join down on f.parent_id = down.id
        where f.deleted_at is null ${isVisible}
    )
    select down.id as folder_id, down.parent_id, down.name as folder_name, files.id as file_id,
      files.name as file_name, files.size, files.created_at, files.owner_id, files.allow_download ${level}
    from down left join files on files.folder_id = down.id and files.deleted_at is null
    limit ${limit}`.execute(db);
  return rows;
}
