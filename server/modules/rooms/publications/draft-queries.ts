import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { DraftChangesTable } from '#server/database/tables/rooms.ts';
import { type DraftsOf, draftFiles, draftFolders, pendingChanges } from './pending-draft-queries.ts';

export type DraftChangeRow = Selectable<DraftChangesTable>;

export interface DraftCounts {
  readonly folders: number;
  readonly files: number;
  /** Moves and levels. */
  readonly changeCount: number;
  readonly version: string;
}

/** Counts the drafts of a room; the version differs as soon as others are drafts. */
export async function countDrafts(
  db: Database,
  roomId: number,
  publication: DraftsOf = 'none',
): Promise<DraftCounts> {
  // The place of a draft decides who sees it once it is published.
  const of = (kind: string, drafts: RawBuilder<unknown>, place: RawBuilder<unknown>) =>
    sql`select ${sql.lit(kind)} as kind, count(*) as count, coalesce(sum(id), 0) as total, coalesce(max(id), 0) as newest,
      coalesce(sum((id % 997 + 1) * ${place}), 0) as places from ${drafts}`;
  const { rows } = await sql<{ kind: string; count: number; total: number; newest: number; places: number }>`
    with recursive ${pendingChanges(roomId, publication)}
    ${of('folder', draftFolders(publication), sql`folders.parent_id`)}
    union all ${of('file', draftFiles(publication), sql`files.folder_id`)}
    union all ${of('change', sql`pending`, sql`0`)}`.execute(db);
  const find = (kind: string) => rows.find((row) => row.kind === kind);
  const [folders, files, changes] = [find('folder'), find('file'), find('change')];
  return {
    folders: Number(folders?.count ?? 0),
    files: Number(files?.count ?? 0),
    changeCount: Number(changes?.count ?? 0),
    version: [folders, files, changes]
      .map((row) => `${row?.count}.${row?.total}.${row?.newest}.${row?.places}`)
      .join('-'),
  };
}

export interface DraftRow {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  readonly name: string;
  readonly folder_id: number;
  readonly created_at: number;
}

/** Lists the new folders and files of a room, oldest first. */
export async function listDraftRows(db: Database, roomId: number, limit: number): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`with recursive ${pendingChanges(roomId, 'none')}
    select 'folder' as kind, id, name, parent_id as folder_id, created_at from ${draftFolders('none')}
    union all select 'file', id, name, folder_id, created_at from ${draftFiles('none')}
    order by 1 desc, 2 limit ${limit}`.execute(db);
  return rows;
}

export interface ListedChange extends Omit<DraftChangeRow, 'room_id' | 'publication_id'> {
  readonly name: string;
  readonly folder_name: string | null;
  readonly group_name: string | null;
  readonly author: string;
}

/** Lists the moves, levels and versions among the drafts, oldest first. */
export async function listPendingChanges(
  db: Database,
  roomId: number,
  publication: DraftsOf,
  limit: number,
): Promise<ListedChange[]> {
  const { rows } = await sql<ListedChange>`with recursive ${pendingChanges(roomId, publication)}
    select pending.*, coalesce(folders.name, files.name) as name, targets.name as folder_name,
      room_groups.name as group_name, users.username as author
    from pending join users on users.id = pending.author_id
      left join folders on pending.entry_kind = 'folder' and folders.id = pending.entry_id
      left join files on pending.entry_kind = 'file' and files.id = pending.entry_id
      left join folders as targets on targets.id = pending.to_folder_id
      left join room_groups on room_groups.id = pending.group_id
    order by pending.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id), created_at: Number(row.created_at) }));
}

export const findDraftChange = (db: Database, id: number): Promise<DraftChangeRow | undefined> =>
  db.selectFrom('draft_changes').selectAll().where('id', '=', id).executeTakeFirst();

export async function removeDraftChange(db: Database, id: number): Promise<void> {
  await db.deleteFrom('draft_changes').where('id', '=', id).execute();
}

/** The levels that one statement can hold, below the limits of parameters. */
const LEVELS_PER_STATEMENT = 500;

type NewLevel = Pick<
  DraftChangeRow,
  'room_id' | 'entry_kind' | 'entry_id' | 'level' | 'author_id' | 'created_at'
> & {
  readonly group_id: number;
};

/** Keeps levels as drafts, in place of earlier drafts for the same cells. */
export async function putDraftLevels(db: Database, levels: readonly NewLevel[]): Promise<void> {
  for (let at = 0; at < levels.length; at += LEVELS_PER_STATEMENT) {
    const batch = levels.slice(at, at + LEVELS_PER_STATEMENT);
    const cells = batch.map(
      (level) =>
        sql`(cast(${level.entry_kind} as text), cast(${level.entry_id} as bigint), cast(${level.group_id} as bigint))`,
    );
    await sql`delete from draft_changes where kind = 'level' and publication_id is null
      and (entry_kind, entry_id, group_id) in (values ${sql.join(cells)})`.execute(db);
    await db
      .insertInto('draft_changes')
      .values(batch.map((level) => ({ ...level, kind: 'level', to_folder_id: null, publication_id: null })))
      .execute();
  }
}

export async function countDraftLevels(db: Database, roomId: number): Promise<number> {
  const { count } = await db
    .selectFrom('draft_changes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('room_id', '=', roomId)
    .where('kind', '=', 'level')
    .where('publication_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Iterates over lines that say what is drafted, in a fixed order, in batches. */
export async function* describeDrafts(
  db: Database,
  roomId: number,
  publication: DraftsOf,
  batchSize: number,
): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{
      line: string;
      position: string;
    }>`with recursive ${pendingChanges(roomId, publication)},
      lines(position, line) as (
        select 'folder ' || id, parent_id || ' ' || name from ${draftFolders(publication)}
        union all select 'file ' || id, folder_id || ' ' || current_version || ' ' || blob_key || ' ' || name from ${draftFiles(publication)}
        union all select 'change ' || id, kind || ' ' || entry_kind || ' ' || entry_id || ' ' || coalesce(to_folder_id, 0)
          || ' ' || coalesce(group_id, 0) || ' ' || coalesce(level, '-')
          || case when version is null then '' else ' ' || version end from pending)
      select position, line from lines where position > ${after} order by position limit ${batchSize}`.execute(
      db,
    );
    yield* rows.map(({ position, line }) => `${position} ${line}\n`);
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.position;
  }
}
