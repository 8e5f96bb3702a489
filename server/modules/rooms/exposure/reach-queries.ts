import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { fileFoldersOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { removeRows } from './removal-queries.ts';

/** So few that other work runs between the statements on SQLite. */
const DOCUMENTS_AT_ONCE = 500;

/** The files that the group of this requester can reach, by the expression that decides for its members. */
const reachable = (db: Database, group: Requester) =>
  db
    .selectFrom('files')
    .leftJoin(fileFoldersOf(group), 'visible.id', 'files.folder_id')
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(group));

/** Replaces the documents of a check with what the group can reach now. What was published or changed after `since` is new. */
export async function collectDocuments(
  db: Database,
  group: Requester,
  checkId: number,
  { since, now }: { since: number | undefined; now: number },
): Promise<number> {
  await removeRows(db, 'exposure_findings', 'id', checkId);
  await removeRows(db, 'exposure_documents', 'file_id', checkId);
  const isDraft = sql`files.published_at is null or files.published_at > ${now}`;
  const isNew =
    since === undefined
      ? isDraft
      : sql`${isDraft} or files.published_at > ${since} or files.created_at > ${since}
        or coalesce(files.modified_at, 0) > ${since}`;
  for (let after = 0; ; ) {
    const found = reachable(db, group)
      .select([
        sql`${checkId}`.as('check_id'),
        'files.id as file_id',
        'files.current_version',
        sql`case when ${isNew} then 1 else 0 end`.as('is_new'),
      ])
      .where('files.id', '>', after)
      .orderBy('files.id')
      .limit(DOCUMENTS_AT_ONCE);
    await sql`insert into exposure_documents (check_id, file_id, version, is_new)
      select cast(check_id as bigint), file_id, current_version, is_new from (${found}) as found`.execute(db);
    const { last, count } = await db
      .selectFrom('exposure_documents')
      .select((select) => [select.fn.max('file_id').as('last'), select.fn.countAll<number>().as('count')])
      .where('check_id', '=', checkId)
      .executeTakeFirstOrThrow();
    if (last === null || last === after) return Number(count);
    after = last;
  }
}

/** Tells whether the current text of a file was inspected. */
export const isScanned = sql<boolean>`exists (select 1 from content_scans where content_scans.file_id = files.id
  and content_scans.version = files.current_version
  and coalesce(content_scans.text_blob_key, '') = coalesce(files.text_blob_key, ''))`;

/** The obstacles to the sign-off of a check. */
export interface SignOffState {
  /** The documents that the group can reach now. */
  readonly documents: number;
  /** Among them, those without text yet. */
  readonly notIndexed: number;
  /** Among them, those that the check does not cover in their current version. */
  readonly notCovered: number;
  /** The findings without a decision in documents that the group can still reach. */
  readonly undecided: number;
}

export async function readSignOffState(
  db: Database,
  group: Requester,
  checkId: number,
): Promise<SignOffState> {
  const sums = { documents: 0, notIndexed: 0, notCovered: 0, undecided: 0 };
  for (let after = 0; ; ) {
    const found = reachable(db, group)
      .select([
        'files.id',
        sql`case when files.index_status = 'pending' or not ${isScanned} then 1 else 0 end`.as('is_missing'),
        sql`case when exists (select 1 from exposure_documents where check_id = ${checkId}
          and exposure_documents.file_id = files.id and exposure_documents.version = files.current_version)
          then 0 else 1 end`.as('is_other'),
        sql`(select count(*) from exposure_findings where check_id = ${checkId}
          and exposure_findings.file_id = files.id and decision is null)`.as('undecided'),
      ])
      .where('files.id', '>', after)
      .orderBy('files.id')
      .limit(DOCUMENTS_AT_ONCE);
    const { rows } = await sql<{ [Key in keyof SignOffState | 'last']: number | null }>`
      select count(*) as documents, sum(is_missing) as "notIndexed", sum(is_other) as "notCovered",
        sum(undecided) as undecided, max(id) as last from (${found}) as found`.execute(db);
    const [row] = rows;
    for (const name of ['documents', 'notIndexed', 'notCovered', 'undecided'] as const)
      sums[name] += Number(row?.[name] ?? 0);
    if (!row || row.last === null || Number(row.documents) < DOCUMENTS_AT_ONCE) return sums;
    after = Number(row.last);
  }
}
