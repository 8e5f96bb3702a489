import { type Insertable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { IndexStatus } from '#server/database/tables/documents.ts';
import type { ContentFindingsTable, ContentScansTable } from '#server/database/tables/exposure.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { withExtension } from '#shared/domain/file-type.ts';
import { replaceScan, type ScannedFile } from '../scan-queries.ts';
import type { VersionKey } from './version-queries.ts';

/**
 * Finds a version that is not withdrawn, without authorization, to inspect its content, as if it were the current one of its
 * file.
 */
export async function findVersionToScan(
  db: Database,
  { fileId, version }: VersionKey,
): Promise<ScannedFile | undefined> {
  const row = await db
    .selectFrom('file_versions')
    .innerJoin('files', 'files.id', 'file_versions.file_id')
    .innerJoin('blobs', 'blobs.key', 'file_versions.blob_key')
    .select([
      'files.id',
      'files.name',
      'files.owner_id',
      'extension',
      'file_versions.blob_key',
      'file_versions.text_blob_key',
      'file_versions.number as current_version',
      'file_versions.index_status',
      'blobs.scan_state',
      'blobs.sent_by',
    ])
    .where('file_id', '=', fileId)
    .where('number', '=', version)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { extension, index_status, scan_state, ...content } = row;
  return {
    ...content,
    name: extension === null ? content.name : withExtension(content.name, extension),
    index_status: index_status ?? 'pending',
    scan_state: scan_state ?? 'clean',
  };
}

const isNotCurrent = sql<boolean>`not exists (select 1 from files
  where files.id = file_versions.file_id and files.current_version = file_versions.number)`;

/** Keeps the text of a version that had none, unless it became current or was read meanwhile. Returns whether it did. */
export function saveVersionText(
  db: Database,
  { id, current_version: number, blob_key }: ScannedFile,
  text: StoredBlob | undefined,
  { status, now }: { status: IndexStatus; now: number },
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('file_versions')
      .set({ index_status: status })
      .where('file_id', '=', id)
      .where('number', '=', number)
      .where('blob_key', '=', blob_key)
      .where('text_blob_key', 'is', null)
      .where(isNotCurrent)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (!text) return true;
    const { key, size, sha256, wrappedKey } = text;
    await db
      .insertInto('blobs')
      .values({ key, size, sha256, wrapped_key: wrappedKey, created_at: now })
      .execute();
    await db
      .updateTable('file_versions')
      .set({ text_blob_key: key })
      .where('file_id', '=', id)
      .where('number', '=', number)
      .execute();
    return true;
  });
}

/**
 * Replaces what was found in a version. Does nothing when it has another text by now, or became current and is inspected as such.
 */
export async function saveVersionScan(
  db: Database,
  file: ScannedFile,
  scan: Insertable<ContentScansTable>,
  findings: readonly Insertable<ContentFindingsTable>[],
): Promise<void> {
  await db.transaction().execute(async (db) => {
    // Locks the row, so that two workers do not write the findings of one version.
    const row = await db
      .updateTable('file_versions')
      .set({ blob_key: file.blob_key })
      .where('file_id', '=', file.id)
      .where('number', '=', file.current_version)
      .where('blob_key', '=', file.blob_key)
      .where(isNotCurrent)
      .returning('text_blob_key')
      .executeTakeFirst();
    if (row?.text_blob_key === file.text_blob_key) await replaceScan(db, scan, findings);
  });
}
