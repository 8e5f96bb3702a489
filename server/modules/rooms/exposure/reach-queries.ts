import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { folderOfFile } from '#server/authorization/drafts/foreseen.ts';
import { fileFoldersOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { HIDDEN_KINDS } from '#shared/domain/rooms/finding-kinds.ts';
import { IS_BEING_READ } from './compared/being-read-queries.ts';
import { IS_COMPARED } from './compared/compared-queries.ts';
import { IS_SHOWN } from './finding-queries.ts';
import type { Views } from './reach-views.ts';
import { removeRows } from './removal-queries.ts';
import { createDraftFinders, type DraftFinder } from './selection/find-drafts.ts';
import { type SelectedDraft, setDocumentDrafts } from './selection/selection-queries.ts';

/** So few that other work runs between the statements on SQLite. */
const DOCUMENTS_AT_ONCE = 500;

/** The files that the group of this requester can reach, by the expression that decides for its members. */
const reachable = (db: Database, group: Requester) =>
  db
    .selectFrom('files')
    .leftJoin(fileFoldersOf(group), (join) => join.on(sql<boolean>`visible.id = ${folderOfFile(group)}`))
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(group));

interface ReachedFiles {
  readonly ids: readonly number[];
  /** The files among them that the group sees already. */
  readonly seen: readonly number[];
  /** The drafts that show them, in a check that is limited to drafts. */
  readonly drafts: readonly (readonly [fileId: number, SelectedDraft])[];
  /** The last file that was looked at; `undefined` after the end. */
  readonly last: number | undefined;
}

/** The views of a check, with what finds the drafts in them. */
export interface Reach {
  readonly views: Views;
  /** The finders of the covered views, in the same order; none in a check of everything. */
  readonly finders: readonly DraftFinder[];
}

/** Prepares to find what the views of a check show, and by which drafts. */
export async function createReach(db: Database, views: Views): Promise<Reach> {
  const { covered, checkId } = views;
  return { views, finders: checkId === undefined ? [] : await createDraftFinders({ db }, covered, checkId) };
}

/**
 * Finds the next files that the group reaches in any of the views, by id. Each view has a statement of its own: SQLite limits how
 * long one may be.
 */
async function listReached(db: Database, { views, finders }: Reach, after: number): Promise<ReachedFiles> {
  const { covered, now } = views;
  const drafts = new Map<number, SelectedDraft>();
  const found: number[][] = [];
  for (const [at, view] of covered.entries()) {
    const finder = finders[at];
    const rows = await reachable(db, view)
      .select(['files.id', (finder ? folderOfFile(view) : sql<null>`null`).as('folder_id')])
      .where('files.id', '>', after)
      .orderBy('files.id')
      .limit(DOCUMENTS_AT_ONCE)
      .execute();
    found.push(rows.map(({ id }) => id));
    for (const { id, folder_id } of rows) {
      const draft = finder?.ofFile(id, folder_id);
      const known = drafts.get(id);
      if (draft && (!known || known.kind === 'version')) drafts.set(id, draft);
    }
  }
  const reached = [...new Set(found.flat())].toSorted((a, b) => a - b).slice(0, DOCUMENTS_AT_ONCE);
  const ids = finders.length === 0 ? reached : reached.filter((id) => drafts.has(id));
  const place = covered.indexOf(now);
  const seen = new Set(place === -1 ? await listSeen(db, now, ids) : found[place]);
  return {
    ids,
    seen: ids.filter((id) => seen.has(id)),
    drafts: ids.flatMap((id) => {
      const draft = drafts.get(id);
      return draft ? [[id, draft] as const] : [];
    }),
    last: reached.at(-1),
  };
}

async function listSeen(db: Database, now: Requester, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await reachable(db, now).select('files.id').where('files.id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Finds all files that the group reaches in any of the views, in parts by id. */
export async function listAllReached(db: Database, views: Views): Promise<ReachedFiles[]> {
  const reach = await createReach(db, views);
  const yieldIfDue = createEventLoopYield();
  const parts: ReachedFiles[] = [];
  for (let after = 0; ; ) {
    await yieldIfDue();
    const part = await listReached(db, reach, after);
    if (part.last === undefined) return parts;
    after = part.last;
    parts.push(part);
  }
}

/**
 * Replaces the documents of a check with these files. What was published or changed after `since`, or is not seen yet, is new.
 * Returns how many there are.
 */
export async function storeDocuments(
  db: Database,
  checkId: number,
  reached: readonly ReachedFiles[],
  { since, now }: { since: number | undefined; now: number },
): Promise<number> {
  await removeRows(db, 'exposure_findings', 'id', checkId);
  await removeRows(db, 'exposure_documents', 'file_id', checkId);
  await removeRows(db, 'exposure_versions', 'file_id', checkId);
  const isDraft = sql`files.published_at is null or files.published_at > ${now}`;
  const isNew =
    since === undefined
      ? isDraft
      : sql`${isDraft} or files.published_at > ${since} or files.created_at > ${since}
        or coalesce(files.modified_at, 0) > ${since}`;
  const yieldIfDue = createEventLoopYield();
  let count = 0;
  for (const { ids, seen, drafts } of reached) {
    if (ids.length === 0) continue;
    await yieldIfDue();
    // No file has the id 0.
    const isSeen = sql`files.id in (${sql.join([0, ...seen])})`;
    await sql`insert into exposure_documents (check_id, file_id, version, is_new)
      select cast(${checkId} as bigint), files.id, files.current_version,
        case when ${isNew} or not ${isSeen} then 1 else 0 end
      from files where files.id in (${sql.join(ids)}) order by files.id`.execute(db);
    await setDocumentDrafts(db, checkId, drafts);
    count += ids.length;
  }
  return count;
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
  /** Among those that it covers, those whose name or text is another one than it compared. */
  readonly notCompared: number;
  /** The findings without a decision in documents that the group can still reach. */
  readonly undecided: number;
  /** The findings in their text whose access was to be lowered, and which the group can still read. */
  readonly notLowered: number;
}

export async function readSignOffState(db: Database, reach: Reach, checkId: number): Promise<SignOffState> {
  const sums = { documents: 0, notIndexed: 0, notCovered: 0, notCompared: 0, undecided: 0, notLowered: 0 };
  for (let after = 0; ; ) {
    const { ids, drafts, last } = await listReached(db, reach, after);
    if (last === undefined) return sums;
    after = last;
    if (ids.length === 0) continue;
    // The current version of a file with only a drafted version does not count. No file has the id 0.
    const versionsOnly = drafts.flatMap(([id, { kind }]) => (kind === 'version' ? id : []));
    const isCurrent = sql`files.id not in (${sql.join([0, ...versionsOnly])})`;
    const found = sql`select files.id,
        case when ${isCurrent} and (${IS_BEING_READ} or not ${isScanned}) then 1 else 0 end as is_missing,
        case when exists (select 1 from exposure_documents where check_id = ${checkId}
          and exposure_documents.file_id = files.id and exposure_documents.version = files.current_version
          and (${IS_SHOWN} or not (${isCurrent}))) then 0 else 1 end as is_other,
        case when ${isCurrent} and exists (select 1 from exposure_documents where check_id = ${checkId}
          and exposure_documents.file_id = files.id and exposure_documents.version = files.current_version
          and ${IS_SHOWN} and not ${IS_COMPARED}) then 1 else 0 end as is_changed,
        (select count(*) from exposure_findings where check_id = ${checkId}
          and exposure_findings.file_id = files.id and decision is null) as undecided,
        (select count(*) from exposure_findings where check_id = ${checkId}
          and exposure_findings.file_id = files.id and exposure_findings.version = files.current_version
          and decision = 'lower' and kind not in (${sql.join(HIDDEN_KINDS)})) as not_lowered
      from files where files.id in (${sql.join(ids)})`;
    const { rows } = await sql<{ [Key in keyof SignOffState]: number | null }>`
      select count(*) as documents, sum(is_missing) as "notIndexed", sum(is_other) as "notCovered",
        sum(is_changed) as "notCompared",
        sum(undecided) as undecided, sum(not_lowered) as "notLowered" from (${found}) as found`.execute(db);
    for (const name of Object.keys(sums) as (keyof SignOffState)[]) // Its keys are those above.
      sums[name] += Number(rows[0]?.[name] ?? 0);
  }
}
