import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { DocumentRange } from './document-range-queries.ts';
import { removeRows } from './removal-queries.ts';

/**
 * Lists the last checks of the group before this one that were carried out: that of everything, and the one that was limited to
 * drafts, which saw only a part of the decisions.
 */
export async function listEarlierChecks(db: Database, groupId: number, beforeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('exposure_checks')
    .select((select) => select.fn.max('id').as('id'))
    .where('group_id', '=', groupId)
    .where('id', '<', beforeId)
    .where('state', '=', 'done')
    .groupBy(sql`case when selection_hash is null then 0 else 1 end`)
    .execute();
  return rows.map(({ id }) => Number(id));
}

/** The documents of a check that stand for names of folders and placeholders, whose findings are in no file. */
export const NAMES: DocumentRange = { after: -1, to: 0 };

/**
 * Takes over the decisions of earlier checks on the same findings in some documents: a version of a file never changes, and a
 * name counts while it is called so. For each finding the last decision counts, in whichever check it was taken. A check that has
 * it without one left it open after the decisions before it, since access was to be lowered.
 */
export async function carryDecisions(
  db: Database,
  checkId: number,
  fromIds: readonly number[],
  { after, to }: DocumentRange,
): Promise<void> {
  if (fromIds.length === 0) return;
  await sql`with earlier as (
      select found.file_id, found.version, found.kind, found.value_hash, coalesce(found.span_start, -1) as span_start,
        coalesce(found.page, -1) as page, coalesce(found.folder_id, 0) as folder_id, coalesce(found.folder_name, '') as folder_name,
        found.decision, found.reason, found.decided_by_id, found.decided_at,
        row_number() over (partition by found.file_id, found.version, found.kind, found.value_hash, found.span_start,
            found.page, found.folder_id, found.folder_name
          order by coalesce(found.decided_at, checks.created_at) desc, case when found.decision is null then 1 else 0 end,
            found.check_id desc, found.id desc) as place
      from exposure_findings found join exposure_checks checks on checks.id = found.check_id
      where found.check_id in (${sql.join(fromIds)}) and found.file_id > ${after} and found.file_id <= ${to})
    update exposure_findings set decision = earlier.decision, reason = earlier.reason,
      decided_by_id = earlier.decided_by_id, decided_at = earlier.decided_at
    from earlier
    where exposure_findings.check_id = ${checkId}
      and exposure_findings.file_id > ${after} and exposure_findings.file_id <= ${to}
      and earlier.place = 1 and earlier.decision = 'accept'
      and earlier.file_id = exposure_findings.file_id and earlier.version = exposure_findings.version
      and earlier.kind = exposure_findings.kind and earlier.value_hash = exposure_findings.value_hash
      and earlier.span_start = coalesce(exposure_findings.span_start, -1)
      and earlier.page = coalesce(exposure_findings.page, -1)
      and earlier.folder_id = coalesce(exposure_findings.folder_id, 0)
      and earlier.folder_name = coalesce(exposure_findings.folder_name, '')`.execute(db);
}

/**
 * Removes the checks of a group that nobody signed off, except this one and, of everything and of selected drafts, the last one
 * before it that was carried out, with those after it: the next check takes its decisions from that.
 */
export async function removeOldChecks(db: Database, groupId: number, checkId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from exposure_checks
    where group_id = ${groupId} and signed_off_at is null and id < ${checkId} and exists (
      select 1 from exposure_checks later where later.group_id = ${groupId}
        and later.id > exposure_checks.id and later.id < ${checkId} and later.state = 'done'
        and (later.selection_hash is null) = (exposure_checks.selection_hash is null))`.execute(db);
  for (const { id } of rows) {
    await removeRows(db, 'exposure_findings', 'id', id);
    await removeRows(db, 'exposure_documents', 'file_id', id);
    await removeRows(db, 'exposure_versions', 'file_id', id);
    await db.deleteFrom('exposure_checks').where('id', '=', id).execute();
  }
}
