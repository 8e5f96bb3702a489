import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { ExposureFindingsTable, SelectedDraftKind } from '#server/database/tables/exposure.ts';
import type { DocumentRange } from './document-range-queries.ts';

/** So few that other work runs between the statements on SQLite. */
const ROWS_PER_STATEMENT = 200;

/** Leaves out the current version of a document of which drafts show another version alone. */
export const IS_SHOWN = sql<boolean>`coalesce(exposure_documents.draft_kind, '') <> 'version'`;

export type NewFinding = Insertable<ExposureFindingsTable>;

export async function insertFindings(db: Database, findings: readonly NewFinding[]): Promise<void> {
  for (let at = 0; at < findings.length; at += ROWS_PER_STATEMENT)
    await db
      .insertInto('exposure_findings')
      .values(findings.slice(at, at + ROWS_PER_STATEMENT))
      .execute();
}

/** Copies what was found in the content of documents of a check and in their other versions, by document. */
export async function insertContentFindings(
  db: Database,
  checkId: number,
  { after, to }: DocumentRange,
): Promise<void> {
  await sql`insert into exposure_findings
      (check_id, file_id, version, kind, page, span_start, span_end, value_hash, content_finding_id, is_new)
    select documents.check_id, found.file_id, found.version, found.kind, found.page, found.span_start, found.span_end,
      found.value_hash, case when found.encrypted_value is null then null else found.id end, documents.is_new
    from (select check_id, file_id, version, is_new from exposure_documents
        where check_id = ${checkId} and file_id > ${after} and file_id <= ${to} and ${IS_SHOWN}
      union all select check_id, file_id, version, is_new from exposure_versions
        where check_id = ${checkId} and file_id > ${after} and file_id <= ${to}) documents
      join content_findings found on found.file_id = documents.file_id and found.version = documents.version
    order by found.file_id, found.id`.execute(db);
}

/** Lists the findings of a check in names of folders and placeholders. */
export const listNameFindings = (
  db: Database,
  checkId: number,
): Promise<Selectable<ExposureFindingsTable>[]> =>
  db
    .selectFrom('exposure_findings')
    .selectAll()
    .where('check_id', '=', checkId)
    .where('folder_id', 'is not', null)
    .execute();

export interface FindingFilter {
  readonly kind?: string | undefined;
  readonly fileId?: number | undefined;
  readonly undecided?: boolean | undefined;
  readonly new?: boolean | undefined;
}

export type FindingRow = Selectable<ExposureFindingsTable> & {
  /** The value of what is hidden. */
  readonly encrypted_value: Buffer | null;
  /** The selected draft that shows it. */
  readonly shown_kind: SelectedDraftKind | null;
  readonly shown_id: number | null;
};

/** A column of the selected draft that shows a finding: its own in a name, that of the document otherwise. */
const shownBy = <T>(
  column: 'draft_kind' | 'draft_id',
) => sql<T | null>`coalesce(${sql.ref(`exposure_findings.${column}`)},
  (select ${sql.ref(`documents.${column}`)} from exposure_documents documents
    where documents.check_id = exposure_findings.check_id and documents.file_id = exposure_findings.file_id))`;

/** Lists the findings of a check by id, which is by document for what was found in content; one more than `limit`. */
export const listFindings = (
  db: Database,
  checkId: number,
  filter: FindingFilter,
  { limit, cursor }: { limit: number; cursor: number | undefined },
): Promise<FindingRow[]> =>
  db
    .selectFrom('exposure_findings')
    .leftJoin('content_findings', 'content_findings.id', 'exposure_findings.content_finding_id')
    .selectAll('exposure_findings')
    .select('content_findings.encrypted_value')
    .select([
      shownBy<SelectedDraftKind>('draft_kind').as('shown_kind'),
      shownBy<number>('draft_id').as('shown_id'),
    ])
    .where('check_id', '=', checkId)
    .$if(filter.kind !== undefined, (query) => query.where('exposure_findings.kind', '=', filter.kind ?? ''))
    .$if(filter.fileId !== undefined, (query) =>
      query.where('exposure_findings.file_id', '=', filter.fileId ?? 0),
    )
    .$if(filter.undecided === true, (query) => query.where('decision', 'is', null))
    .$if(filter.new === true, (query) => query.where('is_new', '=', 1))
    .$if(cursor !== undefined, (query) => query.where('exposure_findings.id', '>', cursor ?? 0))
    .orderBy('exposure_findings.id')
    .limit(limit + 1)
    .execute();

export interface KindCount {
  readonly kind: string;
  readonly findings: number;
  readonly undecided: number;
  readonly newFindings: number;
}

export async function countByKind(db: Database, checkId: number): Promise<KindCount[]> {
  const rows = await db
    .selectFrom('exposure_findings')
    .select((select) => [
      'kind',
      select.fn.countAll<number>().as('findings'),
      sql<number>`sum(case when decision is null then 1 else 0 end)`.as('undecided'),
      sql<number>`sum(is_new)`.as('newFindings'),
    ])
    .where('check_id', '=', checkId)
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, findings, undecided, newFindings }) => ({
    kind,
    findings: Number(findings),
    undecided: Number(undecided),
    newFindings: Number(newFindings),
  }));
}

export const findFinding = (
  db: Database,
  checkId: number,
  id: number,
): Promise<Selectable<ExposureFindingsTable> | undefined> =>
  db
    .selectFrom('exposure_findings')
    .selectAll()
    .where('check_id', '=', checkId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Sets the decision on a finding, and if wanted on all undecided ones of its value. Returns how many were decided. */
export async function setDecision(
  db: Database,
  { id, check_id, kind, value_hash }: Selectable<ExposureFindingsTable>,
  decided: Pick<Insertable<ExposureFindingsTable>, 'decision' | 'reason' | 'decided_by_id' | 'decided_at'>,
  { alsoSame }: { alsoSame: boolean },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('exposure_findings')
    .set(decided)
    .where('check_id', '=', check_id)
    .where((where) =>
      where.or([
        where('id', '=', id),
        ...(alsoSame
          ? [
              where.and([
                where('kind', '=', kind),
                where('value_hash', '=', value_hash),
                where('decision', 'is', null),
              ]),
            ]
          : []),
      ]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
