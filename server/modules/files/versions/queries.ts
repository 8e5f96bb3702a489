import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { displayName } from '#server/database/person-name.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { Flag } from '#server/database/tables/column-types.ts';
import type { FileVersionsTable } from '#server/database/tables/documents.ts';

/** Inserts version 1 of a file unless it has a row: files that nodes of version 0.1.0 added have none. */
export async function insertFirstVersion(db: Database, fileId: number): Promise<void> {
  await insertFirst(db, { fileId });
}

const insertFirst = prepareQuery(
  (_, { fileId }: { fileId: number }) => sql`
    insert into file_versions (file_id, number, blob_key, size, sha256, author_id, created_at)
    select files.id, 1, files.blob_key, files.size, blobs.sha256, files.owner_id, files.created_at
    from files join blobs on blobs.key = files.blob_key
    where files.id = ${fileId} and not exists (select 1 from file_versions where file_id = files.id)`,
);

export async function insertVersion(db: Database, version: Insertable<FileVersionsTable>): Promise<void> {
  await db.insertInto('file_versions').values(version).execute();
}

export type VersionRow = Awaited<ReturnType<typeof listVersionRows>>[number];

const selectVersions = (db: Database, fileId: number) =>
  db
    .selectFrom('file_versions')
    .innerJoin('users as authors', 'authors.id', 'file_versions.author_id')
    .innerJoin('blobs', 'blobs.key', 'file_versions.blob_key')
    .select([
      'number as id',
      'number',
      'blob_key',
      'blobs.scan_state',
      'blobs.sent_by',
      'file_versions.size',
      'file_versions.sha256',
      'extension',
      'authors.username as author_name',
      displayName('authors').as('author_display_name'),
      'file_versions.created_at',
      'note',
      'withdrawn_at',
      'withdrawn_reason',
      'is_draft',
    ])
    .where('file_id', '=', fileId);

/** Holds for what readers saw since an instant: neither drafts nor versions that were replaced until then. */
const isShownSince = (since: number) =>
  sql<SqlBool>`is_draft = 0 and (replaced_at is null or replaced_at > ${since})`;

interface ListOptions {
  limit: number;
  cursor: number | undefined;
  includesWithdrawn: boolean;
  /** Leaves out what was replaced until then. */
  shownSince: number | undefined;
}

/** Lists versions newest first; returns one more than `limit`. */
export const listVersionRows = (
  db: Database,
  fileId: number,
  { limit, cursor, includesWithdrawn, shownSince }: ListOptions,
) =>
  selectVersions(db, fileId)
    .$if(cursor !== undefined, (query) => query.where('number', '<', cursor ?? 0))
    .$if(!includesWithdrawn, (query) => query.where('withdrawn_at', 'is', null))
    .$if(shownSince !== undefined, (query) => query.where(isShownSince(shownSince ?? 0)))
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute();

export const findVersionRow = (
  db: Database,
  fileId: number,
  number: number,
): Promise<VersionRow | undefined> =>
  selectVersions(db, fileId).where('number', '=', number).executeTakeFirst();

/** Describes the only version of a file without rows by the file itself. */
export const describeFirstVersion = (db: Database, fileId: number): Promise<VersionRow> =>
  db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.key', 'files.blob_key')
    .innerJoin('users as authors', 'authors.id', 'files.owner_id')
    .select([
      'files.blob_key',
      'files.size',
      'blobs.sha256',
      'blobs.scan_state',
      'blobs.sent_by',
      'authors.username as author_name',
      displayName('authors').as('author_display_name'),
      'files.created_at',
    ])
    .select([
      sql<number>`1`.as('id'),
      sql<number>`1`.as('number'),
      ...(['extension', 'note', 'withdrawn_reason'] as const).map((column) =>
        sql<string | null>`null`.as(column),
      ),
      sql<number | null>`null`.as('withdrawn_at'),
      sql<Flag>`0`.as('is_draft'),
    ])
    .where('files.id', '=', fileId)
    .executeTakeFirstOrThrow();

/**
 * Finds the newest version that is neither withdrawn nor a draft, without the one given and what was replaced until `shownSince`.
 */
export const findNewestOtherVersion = (
  db: Database,
  fileId: number,
  { than, shownSince }: { than: number; shownSince: number | undefined },
): Promise<VersionRow | undefined> =>
  selectVersions(db, fileId)
    .where('number', '<>', than)
    .where('is_draft', '=', 0)
    .where('withdrawn_at', 'is', null)
    .$if(shownSince !== undefined, (query) => query.where(isShownSince(shownSince ?? 0)))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds the newest version with this content among those that are not withdrawn and were shown since `shownSince`. */
export async function findSameContent(
  db: Database,
  fileId: number,
  { sha256, shownSince }: { sha256: string; shownSince: number | undefined },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('file_versions')
    .select('number')
    .where('file_id', '=', fileId)
    .where('sha256', '=', sha256)
    .where('withdrawn_at', 'is', null)
    .$if(shownSince !== undefined, (query) => query.where(isShownSince(shownSince ?? 0)))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number;
}

export async function findLastNumber(db: Database, fileId: number): Promise<number> {
  const { last } = await db
    .selectFrom('file_versions')
    .select((select) => select.fn.max('number').as('last'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  return Number(last ?? 1);
}

export async function setWithdrawn(
  db: Database,
  fileId: number,
  number: number,
  { at, reason }: { at: number; reason: string },
): Promise<void> {
  await db
    .updateTable('file_versions')
    .set({ withdrawn_at: at, withdrawn_reason: reason })
    .where('file_id', '=', fileId)
    .where('number', '=', number)
    .execute();
}

/** Ends that a version is a draft. */
export async function setPublishedVersion(
  db: Database,
  fileId: number,
  number: number,
  at: number,
): Promise<void> {
  await db
    .updateTable('file_versions')
    .set({ is_draft: 0, created_at: at })
    .where('file_id', '=', fileId)
    .where('number', '=', number)
    .execute();
}
