import { sql } from 'kysely';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Database } from '#server/database/open-database.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';

/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;

/** The condition on archives that a room keeps and that nothing replaces, since content of it is removed. */
const isIrreplaceable = sql`room_archives.expires_at >= ${NO_EXPIRY} and room_archives.room_id in (
  select folder_id from rooms where removal_begun_at is not null)`;

/**
 * Lists the states of scans of all content of these files, a row for each state of a file; none for files that are gone.
 */
export async function listScanStates(
  db: Database,
  fileIds: readonly number[],
): Promise<{ id: number; scan_state: ScanState }[]> {
  const found: { id: number; scan_state: ScanState }[] = [];
  for (let at = 0; at < fileIds.length; at += BATCH_SIZE) {
    const ids = sql.join(fileIds.slice(at, at + BATCH_SIZE));
    const { rows } = await sql<(typeof found)[number]>`
      select files.id, scan_state from files join blobs on blobs.key = files.blob_key where files.id in (${ids})
      union select file_versions.file_id, scan_state from file_versions join blobs on blobs.key = file_versions.blob_key
        where file_versions.file_id in (${ids})`.execute(db);
    found.push(...rows);
  }
  return found;
}

interface WithholdingTexts {
  readonly error: string;
  /** Stands beside archives that nothing replaces. */
  readonly warning: string;
  /** The warning that no other one replaces. */
  readonly keeps: string;
}

/**
 * Lets the archives of all rooms that contain one of these files fail, for this reason; those that nothing replaces get a
 * warning.
 */
export async function failArchivesWithFiles(
  db: Database,
  fileIds: readonly number[],
  { error, warning, keeps }: WithholdingTexts,
): Promise<void> {
  for (let at = 0; at < fileIds.length; at += BATCH_SIZE) {
    const ids = sql.join(fileIds.slice(at, at + BATCH_SIZE));
    const isConcerned = sql`state in ('running', 'done') and room_id in (
      with recursive ${ancestors(sql`select folder_id from files where id in (${ids})`)}
      select id from ancestors where parent_id is null)`;
    await sql`update room_archives set error = ${warning}
      where ${isConcerned} and (${isIrreplaceable}) and error is distinct from ${keeps}`.execute(db);
    await sql`update room_archives set state = 'failed', error = ${error}
      where ${isConcerned} and not (${isIrreplaceable})`.execute(db);
  }
}

/** The folders of content that is withheld. The words of the condition are those of the partial index. */
export const FOLDERS_WITH_WITHHELD = sql`select files.folder_id from blobs join files on files.blob_key = blobs.key
    where scan_state is not null and scan_state <> 'clean' and scan_state <> 'removed'
  union select files.folder_id from blobs join file_versions on file_versions.blob_key = blobs.key
    join files on files.id = file_versions.file_id where scan_state is not null and scan_state <> 'clean' and scan_state <> 'removed'`;

/** Takes that back in the rooms of these files of which nothing is withheld any more. */
export async function restoreArchivesWithFiles(
  db: Database,
  fileIds: readonly number[],
  { errors, warnings }: { errors: readonly string[]; warnings: readonly string[] },
): Promise<void> {
  for (let at = 0; at < fileIds.length; at += BATCH_SIZE) {
    const ids = sql.join(fileIds.slice(at, at + BATCH_SIZE));
    await sql`update room_archives set state = 'done', error = null
      where ((state = 'failed' and error in (${sql.join(errors)})) or (state = 'done' and error in (${sql.join(warnings)})))
        and blob_key is not null
        and room_id in (with recursive ${ancestors(sql`select folder_id from files where id in (${ids})`)}
          select id from ancestors where parent_id is null)
        and room_id not in (with recursive ${ancestors(FOLDERS_WITH_WITHHELD)}
          select id from ancestors where parent_id is null)`.execute(db);
  }
}
