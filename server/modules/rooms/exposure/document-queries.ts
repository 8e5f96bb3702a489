import { sql } from 'kysely';
import { SCHEDULED_PUBLICATIONS } from '#server/authorization/publication/published.ts';
import type { Database } from '#server/database/open-database.ts';
import { IS_SHOWN } from './finding-queries.ts';

export interface DocumentCount {
  readonly id: number;
  readonly is_new: 0 | 1;
  readonly is_read: 0 | 1;
  readonly findings: number;
  readonly undecided: number;
}

/** Tells whether a document was read completely, in all the versions that the check covers. */
const isRead = sql<
  0 | 1
>`case when (not (${IS_SHOWN}) or (files.index_status = 'indexed' and content_scans.is_complete = 1))
  and not exists (select 1 from exposure_versions
    left join file_versions on file_versions.file_id = exposure_versions.file_id
      and file_versions.number = exposure_versions.version
    left join content_scans scans on scans.file_id = exposure_versions.file_id
      and scans.version = exposure_versions.version
    where exposure_versions.check_id = exposure_documents.check_id
      and exposure_versions.file_id = exposure_documents.file_id and exposure_versions.version <> files.current_version
      and not (file_versions.index_status = 'indexed' and coalesce(scans.is_complete, 0) = 1)) then 1 else 0 end`;

const documentsWithScans = (db: Database, checkId: number) =>
  db
    .selectFrom('exposure_documents')
    .leftJoin('files', 'files.id', 'exposure_documents.file_id')
    .leftJoin('content_scans', (join) =>
      join
        .onRef('content_scans.file_id', '=', 'exposure_documents.file_id')
        .onRef('content_scans.version', '=', 'exposure_documents.version'),
    )
    .where('check_id', '=', checkId);

/** Lists the documents of a check that have findings or were not read completely, by id; one more than `limit`. */
export async function listDocumentCounts(
  db: Database,
  checkId: number,
  { limit, cursor }: { limit: number; cursor: number | undefined },
): Promise<DocumentCount[]> {
  const counted = (condition: ReturnType<typeof sql>) => sql<number>`(select count(*) from exposure_findings
    where exposure_findings.check_id = ${checkId} and exposure_findings.file_id = exposure_documents.file_id ${condition})`;
  const documents = documentsWithScans(db, checkId).select([
    'exposure_documents.file_id as id',
    'exposure_documents.is_new',
    isRead.as('is_read'),
    counted(sql``).as('findings'),
    counted(sql`and decision is null`).as('undecided'),
  ]);
  const rows = await db
    .selectFrom(documents.as('documents'))
    .selectAll()
    .where((where) => where.or([where('findings', '>', 0), where('is_read', '=', 0)]))
    .$if(cursor !== undefined, (query) => query.where('id', '>', cursor ?? 0))
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({ ...row, findings: Number(row.findings), undecided: Number(row.undecided) }));
}

export async function countUnread(db: Database, checkId: number): Promise<number> {
  const { count } = await documentsWithScans(db, checkId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(isRead, '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the moves, versions and levels of a group that wait for a publication of its room which is not certain yet. */
export async function countDraftedChanges(
  db: Database,
  { room_id, group_id }: { readonly room_id: number; readonly group_id: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('draft_changes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('room_id', '=', room_id)
    .where((where) => where.or([where('kind', '<>', 'level'), where('group_id', '=', group_id)]))
    .where(sql<boolean>`(publication_id is null or publication_id not in ${SCHEDULED_PUBLICATIONS})`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Documents beyond this number, the oldest ones, are not asked. */
const MAX_ASKED_DOCUMENTS = 100_000;

/** Lists the documents of a check whose current version it covers. */
export async function listAskedDocuments(db: Database, checkId: number): Promise<number[]> {
  const asked = db
    .selectFrom('exposure_documents')
    .select('file_id')
    .where('check_id', '=', checkId)
    .where(IS_SHOWN)
    .orderBy('file_id', 'desc')
    .limit(MAX_ASKED_DOCUMENTS);
  // Joined into one value: transferring thousands of rows would take longer than finding them.
  const { ids } = await db
    .selectFrom(asked.as('asked'))
    .select(sql<string | null>`string_agg(cast(asked.file_id as text), ',')`.as('ids'))
    .executeTakeFirstOrThrow();
  return ids?.split(',').map(Number) ?? [];
}

/** Finds those of the files that the check covers. */
export async function listAnsweringDocuments(
  db: Database,
  checkId: number,
  fileIds: readonly number[],
): Promise<Map<number, { version: number; is_new: 0 | 1 }>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('exposure_documents')
    .select(['file_id', 'version', 'is_new'])
    .where('check_id', '=', checkId)
    .where(IS_SHOWN)
    .where('file_id', 'in', fileIds)
    .execute();
  return new Map(rows.map((row) => [row.file_id, row]));
}
