import { type RawBuilder, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { SOURCES } from '#server/authorization/grants/folder-sources.ts';
import { groupFileLevel, groupFolders } from '#server/authorization/groups/group-access.ts';
import { type PublishedTest, publishedBy } from '#server/authorization/publication/published.ts';
import type { Database } from '#server/database/open-database.ts';
import { type DraftsOf, draftFolders, pendingChanges, waitsFor } from './pending-draft-queries.ts';

/** The files of a group that it sees only before or only afterwards, or with another level. */
export interface Difference {
  readonly gains: number;
  readonly loses: number;
  readonly changes: number;
}

/** The drafted moves of folders or files, by entry. */
const movesOf = (
  kind: 'folder' | 'file',
) => sql`(select entry_id, min(to_folder_id) as to_folder_id from pending
  where pending.kind = 'move' and pending.entry_kind = ${sql.lit(kind)} group by entry_id)`;

/**
 * Folders as if the drafted moves were made: those that stay and those that move in two parts, each of which finds what is in a
 * folder by an index.
 */
const MOVED_FOLDERS = sql`(select f.id, f.parent_id, f.published_at, f.publication_id
    from folders f where f.deleted_at is null and f.id not in (select entry_id from ${movesOf('folder')} as moves)
  union all select f.id, moves.to_folder_id, f.published_at, f.publication_id
    from ${movesOf('folder')} as moves join folders f on f.id = moves.entry_id where f.deleted_at is null)`;

/** Leaves out what members sent: it waits for the staff, and is published with no drafts. */
export const isNotSent = (table: string) =>
  sql`${sql.ref(`${table}.id`)} not in (select file_id from inbox_files)`;

/** Files as if the drafted moves were made, in two parts likewise. */
const MOVED_FILES = sql`(select f.id, f.folder_id, f.published_at, f.publication_id, f.deleted_at
    from files f where ${isNotSent('f')} and f.id not in (select entry_id from ${movesOf('file')} as moves)
  union all select f.id, moves.to_folder_id, f.published_at, f.publication_id, f.deleted_at
    from ${movesOf('file')} as moves join files f on f.id = moves.entry_id where ${isNotSent('f')})`;

/** Grants as if the drafted levels were set. */
const draftedGrants = (kind: 'folder' | 'file') => {
  const [table, entry] = kind === 'folder' ? ['group_grants', 'folder_id'] : ['group_file_grants', 'file_id'];
  const levels = sql`from pending where pending.kind = 'level' and pending.entry_kind = ${sql.lit(kind)}`;
  return sql`(select g.group_id, g.${sql.ref(entry)}, g.level from ${sql.table(table)} g
      where not exists (select 1 ${levels} and pending.entry_id = g.${sql.ref(entry)} and pending.group_id = g.group_id)
    union all select pending.group_id, pending.entry_id, pending.level ${levels})`;
};

const DRAFTED_GRANTS = { folders: draftedGrants('folder'), files: draftedGrants('file') };

export interface Compared {
  readonly roomId: number;
  readonly groupId: number;
  readonly publication: DraftsOf;
}

/** Tells whether a folder or file is published once these drafts are. */
export const publishedThen =
  (at: Pick<Requester, 'now'>, publication: DraftsOf): PublishedTest =>
  (table) =>
    sql`((${sql.ref(`${table}.published_at`)} is null and ${waitsFor(table, publication)}) or ${publishedBy(at)(table)})`;

/** The recursive common table expression `draft_folders`: the folders among these drafts, and those below them. */
export const DRAFT_FOLDERS = (publication: DraftsOf) => sql`draft_folders(id) as (
      select id from ${draftFolders(publication)}
      union select f.id from folders f join draft_folders on f.parent_id = draft_folders.id where f.deleted_at is null
    )`;

/** Sums a query of levels `(file_id, level_before, level_after)`, in which a file has a row for each of the two. */
export const sumDifferences = (levels: RawBuilder<unknown>) => sql`
    coalesce(sum(case when level_before = 0 and level_after > 0 then 1 else 0 end), 0) as gains,
      coalesce(sum(case when level_before > 0 and level_after = 0 then 1 else 0 end), 0) as loses,
      coalesce(sum(case when level_before > 0 and level_after > 0 and level_before <> level_after then 1 else 0 end), 0) as changes
    from (
      select file_id, max(level_before) as level_before, max(level_after) as level_after
      from (${levels}) as levels group by file_id
    ) as compared`;

/**
 * Compares, with the expression that decides access, the files of a group now and once these drafts are published. With moves or
 * levels among them every file may differ.
 */
export async function compareFiles(
  db: Database,
  at: Pick<Requester, 'now'>,
  { roomId, groupId, publication }: Compared,
): Promise<Difference> {
  const isPublished = publishedBy(at);
  const isPublishedThen = publishedThen(at, publication);
  const select = (
    levels: { before: RawBuilder<number>; after: RawBuilder<number> },
    folders: RawBuilder<unknown>,
    files: RawBuilder<unknown>,
  ) => sql`select files.id as file_id, ${levels.before} as level_before, ${levels.after} as level_after
    from (select id, group_id, access_level as group_level from (${folders}) as of_groups) as visible
    join ${files} files on files.folder_id = visible.id where files.deleted_at is null`;
  const none = sql<number>`0`;
  const before = select(
    { before: groupFileLevel(isPublished), after: none },
    groupFolders([groupId], SOURCES.active, isPublished),
    sql`files`,
  );
  const after = select(
    { before: none, after: groupFileLevel(isPublishedThen, DRAFTED_GRANTS) },
    groupFolders([groupId], MOVED_FOLDERS, isPublishedThen, DRAFTED_GRANTS),
    MOVED_FILES,
  );
  const { rows } = await sql<Difference>`with recursive ${pendingChanges(roomId, publication)}
    select ${sumDifferences(sql`${before} union all ${after}`)}`.execute(db);
  const [{ gains, loses, changes } = { gains: 0, loses: 0, changes: 0 }] = rows;
  return { gains: Number(gains), loses: Number(loses), changes: Number(changes) };
}
