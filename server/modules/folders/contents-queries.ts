import { type SqlBool, sql } from 'kysely';
import { visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';

/** How many entries lie directly in a folder, and the last change of one of them. */
export interface ContentsRow {
  readonly folder_id: number;
  readonly count: number;
  readonly changed_at: number;
}

/** Summarizes the files of folders that the actor may see: who sees a folder sees all files in it. */
export async function summarizeFilesIn(db: Database, folderIds: readonly number[]): Promise<ContentsRow[]> {
  const { rows } = await sql<ContentsRow>`
    select folder_id, count(*) as count, max(coalesce(modified_at, created_at)) as changed_at from files
    where folder_id in (${sql.join(folderIds)}) and deleted_at is null group by folder_id`.execute(db);
  return rows;
}

/** Summarizes the subfolders that the actor may see. */
export async function summarizeVisibleFoldersIn(
  db: Database,
  actor: Actor,
  parentIds: readonly number[],
): Promise<ContentsRow[]> {
  const isVisible = isAdmin(actor)
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`id in (select visible.id from ${visibleTo(actor)})`;
  const { rows } = await sql<ContentsRow>`
    select parent_id as folder_id, count(*) as count, max(created_at) as changed_at from folders
    where parent_id in (${sql.join(parentIds)}) and deleted_at is null and ${isVisible} group by parent_id`.execute(
    db,
  );
  return rows;
}
