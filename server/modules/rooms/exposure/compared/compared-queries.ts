import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { DocumentRange } from '../document-range-queries.ts';

/**
 * Stores the names and inspected texts of documents of a check and of their other versions. Done before they are compared: what
 * changes meanwhile then differs at the sign-off.
 */
export async function recordCompared(
  db: Database,
  checkId: number,
  { after, to }: DocumentRange,
): Promise<void> {
  // Content that is withheld because of a virus scan has no text for a check.
  const textOf = (table: 'exposure_documents' | 'exposure_versions', contents: RawBuilder<unknown>) =>
    sql`(select coalesce(scans.text_blob_key, '') from content_scans scans
      join ${contents} on content.file_id = scans.file_id and content.version = scans.version
      join blobs on blobs.key = content.blob_key
      where scans.file_id = ${sql.table(table)}.file_id and scans.version = ${sql.table(table)}.version
        and coalesce(blobs.scan_state, 'clean') = 'clean')`;
  const ofCheck = sql`check_id = ${checkId} and file_id > ${after} and file_id <= ${to}`;
  await sql`update exposure_documents set
      name = (select files.name from files where files.id = exposure_documents.file_id),
      compared_text = ${textOf('exposure_documents', sql`(select id as file_id, current_version as version, blob_key from files) content`)}
    where ${ofCheck}`.execute(db);
  await sql`update exposure_versions set
      compared_text = ${textOf('exposure_versions', sql`(select file_id, number as version, blob_key from file_versions) content`)}
    where ${ofCheck}`.execute(db);
}

/** Content that nobody will open. */
const isWithheldForGood = (blobKey: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from blobs where blobs.key = ${blobKey}
    and blobs.scan_state in ('infected', 'unscannable', 'removed'))`;

/** Tells whether the name and text of a document, in rows of `files`, are those that its check compared. */
export const IS_COMPARED = sql<boolean>`(coalesce(exposure_documents.name, '') = files.name
  and (coalesce(exposure_documents.compared_text, '-') = coalesce(files.text_blob_key, '')
    or ${isWithheldForGood(sql`files.blob_key`)}))`;

/** The name of a document that a check compared, where that is known, and whether its text is still the same. */
interface Compared {
  readonly name: string | null;
  readonly hasText: boolean;
}

/** Finds what a check compared of documents whose current version it covers, by their ids. */
export async function findCompared(
  db: Database,
  checkId: number | undefined,
  files: readonly { readonly id: number; readonly text_blob_key: string | null }[],
): Promise<ReadonlyMap<number, Compared>> {
  if (checkId === undefined || files.length === 0) return new Map();
  const rows = await db
    .selectFrom('exposure_documents')
    .select(['file_id', 'name', 'compared_text'])
    .where('check_id', '=', checkId)
    .where(
      'file_id',
      'in',
      files.map(({ id }) => id),
    )
    .execute();
  const keys = new Map(files.map(({ id, text_blob_key }) => [id, text_blob_key ?? '']));
  return new Map(
    rows.map(({ file_id, name, compared_text }) => [
      file_id,
      { name, hasText: compared_text === null || compared_text === keys.get(file_id) },
    ]),
  );
}
