import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { UploadPartsTable, UploadsTable } from '#server/database/tables/uploads.ts';

type UploadRow = Selectable<UploadsTable>;
export type PartRow = Selectable<UploadPartsTable>;

const BATCH_SIZE = 500;

export function insertUpload(db: Database, upload: Insertable<UploadsTable>): Promise<UploadRow> {
  return db.insertInto('uploads').values(upload).returningAll().executeTakeFirstOrThrow();
}

/** Counts the user's unfinished uploads and sums their announced sizes. */
export async function countOpenUploads(
  db: Database,
  ownerId: number,
  now: number,
): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('uploads')
    .select((select) => select.fn.countAll<number>().as('count'))
    // PostgreSQL returns a sum of bigint as numeric, which the driver delivers as text.
    // Those for imports count against the limits of their import.
    .select(
      sql<number>`cast(coalesce(sum(case when import_id is null then size end), 0) as bigint)`.as('bytes'),
    )
    .where('owner_id', '=', ownerId)
    .where('file_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return row;
}

/** A flag that is `null` where nothing is known. */
export const toOptionalFlag = (value: boolean | undefined): 0 | 1 | null =>
  value === undefined ? null : value ? 1 : 0;

interface Advance {
  from: number;
  to: number;
  now: number;
  expiresAt: number;
  fileId?: number;
  replacesPlaceholder?: boolean | undefined;
}

/** Advances an upload; returns false when another request was first or the upload has ended. */
export async function advanceUpload(
  db: Database,
  id: number,
  { from, to, now, expiresAt, fileId, replacesPlaceholder }: Advance,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({
      received_bytes: to,
      expires_at: expiresAt,
      file_id: fileId ?? null,
      replaces_placeholder: toOptionalFlag(replacesPlaceholder),
    })
    .where('id', '=', id)
    .where('received_bytes', '=', from)
    .where('file_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks an upload as ended: it is no longer found and takes no bytes. */
export async function expireUpload(db: Database, id: number): Promise<void> {
  await db.updateTable('uploads').set({ expires_at: 0 }).where('id', '=', id).execute();
}

export async function insertPart(db: Database, part: Insertable<UploadPartsTable>): Promise<void> {
  await db.insertInto('upload_parts').values(part).execute();
}

export async function hasPart(db: Database, key: string): Promise<boolean> {
  const row = await db.selectFrom('upload_parts').select('key').where('key', '=', key).executeTakeFirst();
  return row !== undefined;
}

export function findLastPart(db: Database, uploadId: number): Promise<PartRow | undefined> {
  return db
    .selectFrom('upload_parts')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .orderBy('start_offset', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Lists parts in order and in batches, because a large file has many. */
export async function* iterateParts(db: Database, uploadId: number, before: number): AsyncGenerator<PartRow> {
  for (let after = -1; ; ) {
    const parts = await db
      .selectFrom('upload_parts')
      .selectAll()
      .where('upload_id', '=', uploadId)
      .where('start_offset', '>', after)
      .where('start_offset', '<', before)
      .orderBy('start_offset')
      .limit(BATCH_SIZE)
      .execute();
    yield* parts;
    const last = parts.at(-1);
    if (!last) return;
    after = last.start_offset;
  }
}

export async function removePart(db: Database, key: string): Promise<void> {
  await db.deleteFrom('upload_parts').where('key', '=', key).execute();
}

export async function listPartKeys(db: Database, uploadId: number): Promise<string[]> {
  const parts = await db
    .selectFrom('upload_parts')
    .select('key')
    .where('upload_id', '=', uploadId)
    .limit(BATCH_SIZE)
    .execute();
  return parts.map(({ key }) => key);
}

export async function removeParts(db: Database, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('upload_parts').where('key', 'in', keys).execute();
}

export async function removeUploadRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

/** Counts the uploads that never became a file: all, and those that expired before the given time. */
export async function countUnfinished(
  db: Database,
  expiredBefore: number,
): Promise<{ all: number; due: number }> {
  const { rows } = await sql<{ all: number; due: number }>`select count(*) as "all",
    count(case when expires_at < ${expiredBefore} then 1 end) as due from uploads where file_id is null`.execute(
    db,
  );
  return rows[0] ?? { all: 0, due: 0 };
}

export async function listExpiredIds(
  db: Database,
  expiredBefore: number,
  state: 'finished' | 'unfinished',
): Promise<number[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<', expiredBefore)
    .where('file_id', state === 'unfinished' ? 'is' : 'is not', null)
    .limit(BATCH_SIZE)
    .execute();
  return rows.map(({ id }) => id);
}
