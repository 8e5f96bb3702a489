import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { IS_SHOWN } from '../finding-queries.ts';

/** Tells whether the text of a row of `files` is still to come, all of it or that of images. */
export const IS_BEING_READ = sql<boolean>`(files.index_status = 'pending' or coalesce(files.ocr_state, '') = 'waiting')`;

/** Counts the documents that a check waits for. */
export async function countBeingRead(db: Database, checkId: number): Promise<number> {
  const { count } = await db
    .selectFrom('exposure_documents')
    .innerJoin('files', 'files.id', 'exposure_documents.file_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('check_id', '=', checkId)
    .where(IS_SHOWN)
    .where(IS_BEING_READ)
    .executeTakeFirstOrThrow();
  return Number(count);
}
