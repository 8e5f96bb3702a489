import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { contentSender, scanState } from '#server/database/scan-state.ts';
import type { BlobsTable, FilesTable } from '#server/database/tables/documents.ts';
import type { ContentFindingsTable, ContentScansTable } from '#server/database/tables/exposure.ts';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';

/** Rows per statement, below the limit of variables of SQLite. */
const ROWS_PER_STATEMENT = 1_000;

export type ScannedFile = Pick<
  Selectable<FilesTable>,
  'id' | 'name' | 'owner_id' | 'blob_key' | 'text_blob_key' | 'current_version' | 'index_status'
> & { readonly scan_state: ScanState; readonly sent_by: number | null };

/** Finds a file without authorization, to inspect its content; nothing of it may reach an actor unchecked. */
export const findFileToScan = (db: Database, id: number): Promise<ScannedFile | undefined> =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'owner_id', 'blob_key', 'text_blob_key', 'current_version', 'index_status'])
    .select([scanState, contentSender])
    .where('id', '=', id)
    .executeTakeFirst();

export const findScan = (
  db: Database,
  fileId: number,
  version: number,
): Promise<Selectable<ContentScansTable> | undefined> =>
  db
    .selectFrom('content_scans')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('version', '=', version)
    .executeTakeFirst();

export const findTextBlob = (db: Database, key: string): Promise<Selectable<BlobsTable> | undefined> =>
  db.selectFrom('blobs').selectAll().where('key', '=', key).executeTakeFirst();

/** Replaces what was found in a version. Does nothing when the file has other content or text by now. */
export async function saveScan(
  db: Database,
  file: ScannedFile,
  scan: Insertable<ContentScansTable>,
  findings: readonly Insertable<ContentFindingsTable>[],
): Promise<void> {
  await db.transaction().execute(async (db) => {
    // Locks the row, so that two workers do not write the findings of one version.
    const current = await db
      .updateTable('files')
      .set({ current_version: file.current_version })
      .where('id', '=', file.id)
      .where('blob_key', '=', file.blob_key)
      .returning('text_blob_key')
      .executeTakeFirst();
    if (current?.text_blob_key !== file.text_blob_key) return;
    await replaceScan(db, scan, findings);
  });
}

/** Replaces what was found in a version, in the transaction of the caller, who locks the version. */
export async function replaceScan(
  db: Database,
  scan: Insertable<ContentScansTable>,
  findings: readonly Insertable<ContentFindingsTable>[],
): Promise<void> {
  const { file_id: fileId, version } = scan;
  for (const table of ['content_findings', 'content_scans'] as const)
    await db.deleteFrom(table).where('file_id', '=', fileId).where('version', '=', version).execute();
  await db.insertInto('content_scans').values(scan).execute();
  for (let at = 0; at < findings.length; at += ROWS_PER_STATEMENT)
    await db
      .insertInto('content_findings')
      .values(findings.slice(at, at + ROWS_PER_STATEMENT))
      .execute();
}
