import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { fileFoldersOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';

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
  for (const table of ['exposure_findings', 'exposure_documents'] as const)
    await db.deleteFrom(table).where('check_id', '=', checkId).execute();
  const isDraft = sql`files.published_at is null or files.published_at > ${now}`;
  const isNew =
    since === undefined
      ? isDraft
      : sql`${isDraft} or files.published_at > ${since} or files.created_at > ${since}
        or coalesce(files.modified_at, 0) > ${since}`;
  const found = reachable(db, group).select([
    sql`${checkId}`.as('check_id'),
    'files.id as file_id',
    'files.current_version',
    sql`case when ${isNew} then 1 else 0 end`.as('is_new'),
  ]);
  await sql`insert into exposure_documents (check_id, file_id, version, is_new)
    select cast(check_id as bigint), file_id, current_version, is_new from (${found}) as found`.execute(db);
  const { count } = await db
    .selectFrom('exposure_documents')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('check_id', '=', checkId)
    .executeTakeFirstOrThrow();
  return Number(count);
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
  const found = reachable(db, group).select([
    'files.id',
    sql`case when files.index_status = 'pending' or not ${isScanned} then 1 else 0 end`.as('is_missing'),
    sql`case when exists (select 1 from exposure_documents where check_id = ${checkId}
      and exposure_documents.file_id = files.id and exposure_documents.version = files.current_version)
      then 0 else 1 end`.as('is_other'),
    sql`(select count(*) from exposure_findings where check_id = ${checkId}
      and exposure_findings.file_id = files.id and decision is null)`.as('undecided'),
  ]);
  const { rows } = await sql<Record<keyof SignOffState, number>>`select count(*) as documents,
    coalesce(sum(is_missing), 0) as "notIndexed", coalesce(sum(is_other), 0) as "notCovered",
    coalesce(sum(undecided), 0) as undecided from (${found}) as found`.execute(db);
  const [row] = rows;
  return {
    documents: Number(row?.documents ?? 0),
    notIndexed: Number(row?.notIndexed ?? 0),
    notCovered: Number(row?.notCovered ?? 0),
    undecided: Number(row?.undecided ?? 0),
  };
}
