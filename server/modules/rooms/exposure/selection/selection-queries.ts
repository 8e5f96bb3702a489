import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { ExposureDraftsTable } from '#server/database/tables/exposure.ts';
import type { DraftSelection } from '#shared/contracts/rooms/drafts.ts';

export type SelectedDraft = Selectable<ExposureDraftsTable>;

/** So few that other work runs between the statements on SQLite. */
const ROWS_PER_STATEMENT = 250;

/** Stores the drafts that a check is limited to, with the entries that they concern. */
export async function insertSelection(
  db: Database,
  checkId: number,
  { folderIds, fileIds, changeIds }: DraftSelection,
): Promise<void> {
  const entries = (['folder', 'file'] as const).flatMap((kind) =>
    [...new Set(kind === 'folder' ? folderIds : fileIds)].map((id) => ({
      ...{ check_id: checkId, kind, draft_id: id },
      ...{ entry_kind: kind, entry_id: id, group_id: null },
    })),
  );
  for (let at = 0; at < entries.length; at += ROWS_PER_STATEMENT)
    await db
      .insertInto('exposure_drafts')
      .values(entries.slice(at, at + ROWS_PER_STATEMENT))
      .execute();
  if (changeIds.length > 0)
    await sql`insert into exposure_drafts (check_id, kind, draft_id, entry_kind, entry_id, group_id)
      select cast(${checkId} as bigint), kind, id, entry_kind, entry_id, group_id from draft_changes
      where id in (${sql.join([...new Set(changeIds)])})`.execute(db);
}

/** Lists the drafts that a check is limited to; at most as many as a selection has. */
export const listSelection = (db: Database, checkId: number): Promise<SelectedDraft[]> =>
  db
    .selectFrom('exposure_drafts')
    .selectAll()
    .where('check_id', '=', checkId)
    .orderBy('kind')
    .orderBy('draft_id')
    .execute();

export interface ChildFolder {
  readonly id: number;
  readonly parent_id: number | null;
}

/** Lists the folders directly in some folders, where they are at this moment. */
export const listFoldersIn = (db: Database, parentIds: readonly number[]): Promise<ChildFolder[]> =>
  db
    .selectFrom('folders')
    .select(['id', 'parent_id'])
    .where('parent_id', 'in', parentIds)
    .where('deleted_at', 'is', null)
    .execute();

type DraftKey = Pick<SelectedDraft, 'kind' | 'draft_id'>;

/** Notes which drafts show some of the documents of a check. */
export async function setDocumentDrafts(
  db: Database,
  checkId: number,
  drafts: readonly (readonly [fileId: number, DraftKey])[],
): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map(
    ([fileId, { kind, draft_id }]) =>
      sql`(cast(${fileId} as bigint), cast(${kind} as text), cast(${draft_id} as bigint))`,
  );
  await sql`with shown(file_id, kind, draft_id) as (values ${sql.join(rows)})
    update exposure_documents set draft_kind = shown.kind, draft_id = shown.draft_id from shown
    where exposure_documents.check_id = ${checkId} and exposure_documents.file_id = shown.file_id`.execute(
    db,
  );
}

export interface SelectionCount {
  readonly check_id: number;
  readonly folders: number;
  readonly files: number;
  readonly changes: number;
}

/** Counts the drafts that checks are limited to. */
export async function countSelections(
  db: Database,
  checkIds: readonly number[],
): Promise<Map<number, SelectionCount>> {
  if (checkIds.length === 0) return new Map();
  const counted = (kinds: readonly string[]) =>
    sql<number>`sum(case when kind in (${sql.join(kinds)}) then 1 else 0 end)`;
  const rows = await db
    .selectFrom('exposure_drafts')
    .select([
      'check_id',
      counted(['folder']).as('folders'),
      counted(['file']).as('files'),
      counted(['move', 'level', 'version']).as('changes'),
    ])
    .where('check_id', 'in', checkIds)
    .groupBy('check_id')
    .execute();
  return new Map(
    rows.map(({ check_id: id, folders, files, changes }) => [
      id,
      { check_id: id, folders: Number(folders), files: Number(files), changes: Number(changes) },
    ]),
  );
}

/** Lists the first drafts of each check, so many of each. */
export async function listFirstDrafts(
  db: Database,
  checkIds: readonly number[],
  perCheck: number,
): Promise<SelectedDraft[]> {
  if (checkIds.length === 0) return [];
  const { rows } = await sql<SelectedDraft>`select * from (
      select exposure_drafts.*, row_number() over (partition by check_id order by kind desc, draft_id) as place
      from exposure_drafts where check_id in (${sql.join(checkIds)})
    ) as placed where place <= ${perCheck} order by check_id, place`.execute(db);
  return rows;
}

/** Finds drafts that a check is limited to by their keys. */
export async function findDrafts(
  db: Database,
  checkId: number,
  keys: readonly DraftKey[],
): Promise<SelectedDraft[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('exposure_drafts')
    .selectAll()
    .where('check_id', '=', checkId)
    .where(
      'draft_id',
      'in',
      keys.map(({ draft_id }) => draft_id),
    )
    .execute();
}
