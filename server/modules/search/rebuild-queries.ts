import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { contentSender } from '#server/database/scan-state.ts';
import { INDEX_FULL_REASON } from './indexing/extraction-messages.ts';

const INDEX_GENERATION = 'index-generation';

const selectGeneration = prepareQuery((db) =>
  db.selectFrom('installation_properties').select('value').where('name', '=', INDEX_GENERATION),
);

/** Returns a value that changes with each rebuild of the index, after which every text is analyzed again. */
export async function findIndexGeneration(db: Database): Promise<string> {
  const [row] = await selectGeneration(db, {});
  return row?.value ?? '';
}

export async function setIndexGeneration(db: Database, value: string): Promise<void> {
  await db
    .insertInto('installation_properties')
    .values({ name: INDEX_GENERATION, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Endings of the names of workbooks and presentations. */
const MAY_HIDE_CONTENT =
  'xls xlt xlsx xlsm xltx xltm xlsb ods ots fods xml ppt pps pot pptx pptm ppsx ppsm potx potm odp otp fodp'.split(
    ' ',
  );

/**
 * Lists files whose text was not extracted completely, and those whose authors may have hidden some of it, which earlier versions
 * did not mark. Password-protected files are left out.
 */
export function listFilesToExtract(
  db: Database,
): Promise<{ id: number; owner_id: number; sent_by: number | null }[]> {
  return db
    .selectFrom('files')
    .select(['id', 'owner_id', contentSender])
    .where('deleted_at', 'is', null)
    .where('index_status', '<>', 'protected')
    .where((where) =>
      where.or([
        where('index_status', '<>', 'indexed'),
        ...MAY_HIDE_CONTENT.map((ending) => where(sql`lower(name)`, 'like', `%.${ending}`)),
      ]),
    )
    .execute();
}

export async function countFiles(db: Database): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Records that the index has no room for the text of a file, or has it again. */
export async function setIndexFull(db: Database, fileId: number, reason: string | null): Promise<void> {
  await db
    .updateTable('files')
    .set({ index_status: reason === null ? 'indexed' : 'partly', index_reason: reason })
    .where('id', '=', fileId)
    .where('index_status', 'in', ['indexed', 'partly'])
    // Another reason of the file stays: it would be lost with this one.
    .where((where) =>
      where.or([
        where('index_reason', '=', INDEX_FULL_REASON),
        ...(reason === null ? [] : [where('index_reason', 'is', null)]),
      ]),
    )
    .execute();
}
