import { sql } from 'kysely';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import type { Database } from '#server/database/open-database.ts';
import { acquireLock } from '#server/database/transaction-locks.ts';
import type { FileType } from '#shared/domain/file-type.ts';
import { OCR_COLUMNS, UNREAD_CONTENT } from './ocr-columns.ts';

interface Content {
  readonly number: number;
  readonly name: string;
  readonly fileType: FileType;
  readonly extension: string;
  readonly blob_key: string;
  readonly size: number;
}

/**
 * Makes a version current. Holds the lock of the change feed: text extraction stores its result under the same lock, so that
 * the text of one version is never kept as that of another. The feed names the file, so that every index forgets its text.
 */
export async function setCurrentVersion(
  db: Database,
  before: LoadedFile,
  { number, name, fileType, blob_key, size }: Omit<Content, 'extension'>,
  { now, extension }: { now: number; extension: string },
): Promise<void> {
  await acquireLock(db, 'index-changes', now);
  const ofFile = (column: string) => sql`(select ${sql.ref(column)} from files where id = ${before.id})`;
  await sql`update file_versions set replaced_at = ${now}, extension = ${extension},
    text_blob_key = ${ofFile('text_blob_key')}, index_status = ${ofFile('index_status')},
    ${sql.join(OCR_COLUMNS.map((column) => sql`${sql.ref(column)} = ${ofFile(column)}`))}
    where file_id = ${before.id} and number = ${before.version}`.execute(db);
  await db
    .updateTable('file_versions')
    .set({ replaced_at: null })
    .where('file_id', '=', before.id)
    .where('number', '=', number)
    .execute();
  await db
    .updateTable('files')
    .set({
      current_version: number,
      modified_at: now,
      name,
      file_type: fileType,
      blob_key,
      size,
      ...UNREAD_CONTENT,
    })
    .where('id', '=', before.id)
    .execute();
  await db.deleteFrom('index_changes').where('file_id', '=', before.id).execute();
  await db.insertInto('index_changes').values({ file_id: before.id }).execute();
}
