import { type RawBuilder, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { folderOfFile, foreseenFolders, foreseenVersions } from '#server/authorization/drafts/foreseen.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Database } from '#server/database/open-database.ts';
import type { ExposureVersionsTable } from '#server/database/tables/exposure.ts';
import type { DocumentRange } from '../document-range-queries.ts';
import { viewsOf } from '../reach-views.ts';

/** Decides which versions a group may open beside the current ones. */
export interface VersionScope {
  readonly group: Requester;
  /** The rule of the group. */
  readonly seesVersions: boolean;
}

type VersionRow = ExposureVersionsTable;

/**
 * Tells whether a version was shown in a place, where readers see the file from the latest publication of the folders above it
 * on.
 */
const wasShown = (above: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`v.replaced_at > coalesce((select max(published_at) from (
    with recursive ${above} select published_at from ancestors) as above), 0)`;

/**
 * The earlier versions of documents of a check that were shown to readers, where the file is or where drafts will move it, and
 * are not withdrawn.
 */
function earlierVersions(
  checkId: number,
  views: readonly Requester[],
  { after, to }: DocumentRange,
): RawBuilder<VersionRow> {
  const places = [
    wasShown(ancestors(sql`files.folder_id`)),
    ...views.flatMap((view) => {
      const foreseen = foreseenFolders(view);
      return foreseen ? [wasShown(ancestors(folderOfFile(view), foreseen))] : [];
    }),
  ];
  return sql<VersionRow>`select documents.check_id, v.file_id, v.number as version, 0 as is_draft, documents.is_new
    from exposure_documents documents join files on files.id = documents.file_id
      join file_versions v on v.file_id = documents.file_id
    where documents.check_id = ${checkId} and documents.file_id > ${after} and documents.file_id <= ${to}
      and coalesce(documents.draft_kind, '') <> 'version' and v.number <> files.current_version and v.is_draft = 0 and v.withdrawn_at is null
      and v.replaced_at > files.published_at and (${sql.join(places, sql` or `)})`;
}

/** The drafts of versions of documents of a check that the preview of the group counts as published. */
const draftedVersions = (
  checkId: number,
  drafts: RawBuilder<unknown>,
  { after, to }: DocumentRange,
): RawBuilder<VersionRow> =>
  sql<VersionRow>`select documents.check_id, v.file_id, v.number as version, 1 as is_draft, 1 as is_new
    from exposure_documents documents join (${drafts}) drafts on drafts.entry_id = documents.file_id
      join file_versions v on v.file_id = documents.file_id and v.number = drafts.version
    where documents.check_id = ${checkId} and documents.file_id > ${after} and documents.file_id <= ${to}
      and v.is_draft = 1 and v.withdrawn_at is null`;

/** The versions that the group may open beside the current ones, among documents of a check; nothing if there can be none. */
function otherVersions(
  checkId: number,
  { group, seesVersions }: VersionScope,
  range: DocumentRange,
): RawBuilder<VersionRow> | undefined {
  // Other views of the group foresee no version that this one does not.
  const drafts = foreseenVersions(group);
  const parts = [
    ...(seesVersions ? [earlierVersions(checkId, viewsOf(group).covered, range)] : []),
    ...(drafts ? [draftedVersions(checkId, drafts, range)] : []),
  ];
  return parts.length === 0 ? undefined : sql<VersionRow>`${sql.join(parts, sql` union all `)}`;
}

export async function insertVersions(
  db: Database,
  checkId: number,
  scope: VersionScope,
  range: DocumentRange,
): Promise<void> {
  const found = otherVersions(checkId, scope, range);
  if (!found) return;
  await sql`insert into exposure_versions (check_id, file_id, version, is_draft, is_new)
    select check_id, file_id, version, is_draft, is_new from (${found}) as found`.execute(db);
}

/**
 * Counts the versions that the group may open now and that the check does not cover, or not with their present text, or could
 * not inspect since they awaited a scan for viruses. Nobody will open one whose scan found something.
 */
export async function countUncovered(
  db: Database,
  checkId: number,
  scope: VersionScope,
  range: DocumentRange,
): Promise<number> {
  const found = otherVersions(checkId, scope, range);
  if (!found) return 0;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found}) as found
    where not exists (select 1 from exposure_versions covered where covered.check_id = found.check_id
      and covered.file_id = found.file_id and covered.version = found.version)
    or (not exists (select 1 from content_scans scans
        where scans.file_id = found.file_id and scans.version = found.version)
      or not exists (select 1 from exposure_versions covered join file_versions v
          on v.file_id = covered.file_id and v.number = covered.version
        where covered.check_id = found.check_id and covered.file_id = found.file_id
          and covered.version = found.version and coalesce(covered.compared_text, '-') = coalesce(v.text_blob_key, '')))
    and not exists (select 1 from file_versions v join blobs on blobs.key = v.blob_key
      where v.file_id = found.file_id and v.number = found.version
        and blobs.scan_state in ('infected', 'unscannable', 'removed'))`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function countVersions(
  db: Database,
  checkId: number,
): Promise<{ earlier: number; drafts: number }> {
  const rows = await db
    .selectFrom('exposure_versions')
    .select((select) => ['is_draft', select.fn.countAll<number>().as('count')])
    .where('check_id', '=', checkId)
    .groupBy('is_draft')
    .execute();
  const of = (isDraft: 0 | 1) => Number(rows.find(({ is_draft }) => is_draft === isDraft)?.count ?? 0);
  return { earlier: of(0), drafts: of(1) };
}

/** The place of a version in the order of file and number. */
export interface VersionKey {
  readonly fileId: number;
  readonly version: number;
}

export interface CoveredVersion extends VersionKey {
  readonly isDraft: 0 | 1;
  readonly isNew: 0 | 1;
  /** 0 for what is withdrawn, or withheld because of a virus scan. */
  readonly isReadable: 0 | 1;
  /** `null` without text, and for what cannot be read. */
  readonly textBlobKey: string | null;
}

const isReadable = sql<boolean>`(coalesce(blobs.scan_state, 'clean') = 'clean' and file_versions.withdrawn_at is null)`;

/** The versions that a check covers beside the current ones. */
const coveredVersions = (db: Database, checkId: number) =>
  db
    .selectFrom('exposure_versions')
    .innerJoin('file_versions', (join) =>
      join
        .onRef('file_versions.file_id', '=', 'exposure_versions.file_id')
        .onRef('file_versions.number', '=', 'exposure_versions.version'),
    )
    .innerJoin('blobs', 'blobs.key', 'file_versions.blob_key')
    .select([
      'exposure_versions.file_id as fileId',
      'exposure_versions.version',
      'exposure_versions.is_draft as isDraft',
      'exposure_versions.is_new as isNew',
      sql<0 | 1>`case when ${isReadable} then 1 else 0 end`.as('isReadable'),
      sql<string | null>`case when ${isReadable} then file_versions.text_blob_key end`.as('textBlobKey'),
    ])
    .where('check_id', '=', checkId);

/** Lists the versions that a check covers beside the current ones, after one of them. */
export const listCoveredVersions = (
  db: Database,
  checkId: number,
  { after, limit }: { after: VersionKey; limit: number },
): Promise<CoveredVersion[]> =>
  coveredVersions(db, checkId)
    .where(
      sql<boolean>`(exposure_versions.file_id, exposure_versions.version) > (${after.fileId}, ${after.version})`,
    )
    .orderBy('exposure_versions.file_id')
    .orderBy('exposure_versions.version')
    .limit(limit)
    .execute();

/** Finds those of the versions of files that a check covers beside the current ones, with their texts. */
export async function findCoveredVersions(
  db: Database,
  checkId: number,
  fileIds: readonly number[],
): Promise<CoveredVersion[]> {
  if (fileIds.length === 0) return [];
  return coveredVersions(db, checkId).where('exposure_versions.file_id', 'in', fileIds).execute();
}
