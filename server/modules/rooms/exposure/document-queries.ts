import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';

export interface DocumentCount {
  readonly id: number;
  readonly is_new: 0 | 1;
  readonly is_read: 0 | 1;
  readonly findings: number;
  readonly undecided: number;
}

const isRead = sql<
  0 | 1
>`case when files.index_status = 'indexed' and content_scans.is_complete = 1 then 1 else 0 end`;

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

/** Counts the earlier versions of the documents of a check that a group which sees earlier versions may open. */
export async function countEarlierVersions(db: Database, checkId: number): Promise<number> {
  const { count } = await db
    .selectFrom('exposure_documents')
    .innerJoin('files', 'files.id', 'exposure_documents.file_id')
    .innerJoin('file_versions', 'file_versions.file_id', 'files.id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('check_id', '=', checkId)
    .where('files.deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where('withdrawn_at', 'is', null)
    // What was replaced before the file was published was never shown.
    .where(sql<boolean>`file_versions.replaced_at > coalesce(files.published_at, file_versions.replaced_at)`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the moves, versions and levels of a group that wait for a publication of its room. */
export async function countDraftedChanges(
  db: Database,
  { room_id, group_id }: { readonly room_id: number; readonly group_id: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('draft_changes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('room_id', '=', room_id)
    .where((where) => where.or([where('kind', '<>', 'level'), where('group_id', '=', group_id)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}
