import { type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import {
  fileFoldersOf,
  hasAccessByFile,
  isVisibleFile,
  visibleTo,
} from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { seesEverything } from '#shared/policies/actor.ts';

/** How many entries lie directly in a folder, and the last change of one of them. */
export interface ContentsRow {
  readonly folder_id: number;
  readonly count: number;
  readonly changed_at: number;
}

/** Summarizes the files that the actor may see of folders that they may see. */
export async function summarizeFilesIn(
  db: Database,
  requester: Requester,
  folderIds: readonly number[],
): Promise<ContentsRow[]> {
  // Everybody else sees all files of a folder that they see.
  const isByFile = hasAccessByFile(requester.actor);
  const places = isByFile
    ? sql`left join ${fileFoldersOf(requester)} on visible.id = files.folder_id`
    : sql``;
  const { rows } = await sql<ContentsRow>`
    select files.folder_id, count(*) as count, max(coalesce(files.modified_at, files.created_at)) as changed_at
    from files ${places}
    where files.folder_id in (${sql.join(folderIds)}) and files.deleted_at is null
      and ${isByFile ? isVisibleFile(requester) : sql`1 = 1`}
    group by files.folder_id`.execute(db);
  return rows;
}

/** Summarizes the subfolders that the actor may see. */
export async function summarizeVisibleFoldersIn(
  db: Database,
  requester: Requester,
  parentIds: readonly number[],
): Promise<ContentsRow[]> {
  const isVisible = seesEverything(requester.actor)
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`id in (select visible.id from ${visibleTo(requester)})`;
  const { rows } = await sql<ContentsRow>`
    select parent_id as folder_id, count(*) as count, max(created_at) as changed_at from folders
    where parent_id in (${sql.join(parentIds)}) and deleted_at is null and ${isVisible} group by parent_id`.execute(
    db,
  );
  return rows;
}
