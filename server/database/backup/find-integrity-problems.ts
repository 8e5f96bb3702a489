import { type RawBuilder, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import type { Database } from '../open-database.ts';

const PAGE_SIZE = 500;

/** Finds rows that no correct operation leaves behind, a sentence for each. */
export async function* findIntegrityProblems(db: Database, engine: DatabaseEngine): AsyncGenerator<string> {
  // PostgreSQL checks its pages and its foreign keys itself.
  if (engine === 'sqlite') yield* findSqliteProblems(db);
  for (const { describe, query } of INTEGRITY_CHECKS) {
    let after = 0;
    for (;;) {
      const { rows } = await sql<{ id: number }>`
        ${query} and subject.id > ${after} order by subject.id limit ${sql.lit(PAGE_SIZE)}`.execute(db);
      for (const { id } of rows) yield describe(id);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
}

async function* findSqliteProblems(db: Database): AsyncGenerator<string> {
  const integrity = sql<{ integrity_check: string }>`pragma integrity_check(1000)`;
  for (const { integrity_check: text } of (await integrity.execute(db)).rows)
    if (text !== 'ok') yield `database: ${text.replaceAll('\n', ' ')}`;
  const dangling = sql<{ table: string; parent: string; count: number }>`
    select "table", parent, count(*) as count from pragma_foreign_key_check group by 1, 2`;
  for (const { table, parent, count } of (await dangling.execute(db)).rows)
    yield `table ${table}: ${count} rows refer to rows of ${parent} that are not there`;
}

/** Removed content is named by an empty blob, and described by its version. */
const isNotRemoved = sql`(blobs.scan_state is null or blobs.scan_state <> 'removed')`;

/** `ids` ends in a condition on `subject`, to which the condition of the page is added. */
const INTEGRITY_CHECKS: { describe(id: number): string; query: RawBuilder<unknown> }[] = [
  {
    describe: (id) => `file ${id}: it has no blob`,
    query: sql`select subject.id from files subject left join blobs on blobs.key = subject.blob_key
      where blobs.key is null`,
  },
  {
    describe: (id) => `file ${id}: its text has no blob`,
    query: sql`select subject.id from files subject left join blobs on blobs.key = subject.text_blob_key
      where subject.text_blob_key is not null and blobs.key is null`,
  },
  {
    describe: (id) => `user ${id}: the picture has no blob`,
    query: sql`select subject.id from users subject left join blobs on blobs.key = subject.avatar_blob_key
      where subject.avatar_blob_key is not null and blobs.key is null`,
  },
  {
    describe: (id) => `terms version ${id}: its document has no blob`,
    query: sql`select subject.id from terms_versions subject left join blobs on blobs.key = subject.blob_key
      where subject.document_sha256 is not null and (blobs.key is null or blobs.sha256 <> subject.document_sha256)`,
  },
  {
    describe: (id) => `room archive ${id}: it has no blob`,
    query: sql`select subject.id from room_archives subject left join blobs on blobs.key = subject.blob_key
      where subject.state = 'done' and (blobs.key is null or blobs.size <> subject.size)`,
  },
  {
    describe: (id) => `certificate ${id}: it has no blob`,
    query: sql`select subject.id from disclosure_certificates subject
      left join blobs as statements on statements.key = subject.statement_blob_key
      left join blobs as pdfs on pdfs.key = subject.pdf_blob_key
      where subject.state = 'done' and (statements.key is null or pdfs.key is null)`,
  },
  {
    describe: (id) => `file ${id}: its size is not its blob's`,
    query: sql`select subject.id from files subject join blobs on blobs.key = subject.blob_key
      where blobs.size <> subject.size and ${isNotRemoved}`,
  },
  {
    describe: (id) => `file ${id}: a version has no blob`,
    query: sql`select subject.id from files subject where exists (select 1 from file_versions
        left join blobs on blobs.key = file_versions.blob_key
        left join blobs as texts on texts.key = file_versions.text_blob_key
        where file_versions.file_id = subject.id and (blobs.key is null
          or (${isNotRemoved} and (blobs.size <> file_versions.size or blobs.sha256 <> file_versions.sha256))
          or (file_versions.text_blob_key is not null and texts.key is null)))`,
  },
  {
    describe: (id) => `file ${id}: its content is not that of its current version`,
    query: sql`select subject.id from files subject
      where exists (select 1 from file_versions where file_id = subject.id)
        and not exists (select 1 from file_versions where file_id = subject.id
          and number = subject.current_version and blob_key = subject.blob_key
          and withdrawn_at is null and replaced_at is null)`,
  },
  {
    describe: (id) => `file ${id}: its folder is not there`,
    query: sql`select subject.id from files subject left join folders on folders.id = subject.folder_id
      where subject.folder_id is not null and folders.id is null`,
  },
  {
    describe: (id) => `user ${id}: the sums for the quotas are not those of the files and folders`,
    query: sql`select subject.id from users subject where
      ((select coalesce(sum(files), 0) from owned_totals where owner_id = subject.id)
        <> (select count(*) from files where owner_id = subject.id)
      or (select coalesce(sum(folders), 0) from owned_totals where owner_id = subject.id)
        <> (select count(*) from folders where owner_id = subject.id)
      or (select coalesce(sum(bytes), 0) from owned_totals where owner_id = subject.id)
        <> (select coalesce(sum(size), 0) from files where owner_id = subject.id)
          + (select coalesce(sum(file_versions.size), 0) from file_versions join files on files.id = file_versions.file_id
              where files.owner_id = subject.id and file_versions.replaced_at is not null))`,
  },
  {
    // Finds folders in a cycle, below one, or below a missing folder. `union` ends the recursion in any case.
    describe: (id) => `folder ${id}: it is not below the root`,
    query: sql`with recursive reached(id) as (
        select id from folders where parent_id is null
        union select folders.id from folders join reached on folders.parent_id = reached.id
      ) select subject.id from folders subject where subject.id not in (select id from reached)`,
  },
];

/** Finds the first files that need a blob, for their content or text, or those of an earlier version. */
export async function listFileIdsOfBlob(db: Database, key: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where((where) =>
      where.or([
        where('blob_key', '=', key),
        where('text_blob_key', '=', key),
        where(
          'id',
          'in',
          db
            .selectFrom('file_versions')
            .select('file_id')
            .where((where) => where.or([where('blob_key', '=', key), where('text_blob_key', '=', key)])),
        ),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the users whose picture a blob is. */
export async function listUserIdsOfBlob(db: Database, key: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('avatar_blob_key', '=', key)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the room archive whose bytes a blob is. */
export async function findArchiveIdOfBlob(db: Database, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('room_archives')
    .select('id')
    .where('blob_key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

/** Finds the version of terms whose document a blob is. */
export async function findTermsVersionOfBlob(db: Database, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('terms_versions')
    .select('id')
    .where('blob_key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

export async function countAllFiles(db: Database): Promise<number> {
  const count = db.selectFrom('files').select((select) => select.fn.countAll<number>().as('count'));
  return (await count.executeTakeFirstOrThrow()).count;
}
