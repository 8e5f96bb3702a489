import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { SOURCES } from '#server/authorization/grants/folder-sources.ts';
import { groupFileLevel, groupFolders } from '#server/authorization/groups/group-access.ts';
import { publishedBy } from '#server/authorization/publication/published.ts';
import type { Database } from '#server/database/open-database.ts';
import {
  type Compared,
  type Difference,
  DRAFT_FOLDERS,
  isNotSent,
  publishedThen,
  sumDifferences,
} from '../compare-group-queries.ts';
import { type DraftsOf, pendingChanges } from '../pending-draft-queries.ts';

/** So few that other work runs between the statements on SQLite. */
const FILES_PER_STATEMENT = 1_000;
const FOLDERS_PER_STATEMENT = 100;

/** The folders that are not deleted, with the publication that they wait for. */
const ALL_FOLDERS = sql`(select f.id, f.parent_id, f.published_at, f.publication_id from folders f where f.deleted_at is null)`;

/** A folder with files that groups may see only once drafts are published. */
interface DraftedFolder {
  readonly id: number;
  /** The folder itself or one above it is a draft, so that all its files count. */
  readonly isDraft: 0 | 1;
  readonly files: number;
}

/** Lists the folders of a room with files that are no drafts any more, or become visible, once these drafts are published. */
export async function listDraftedFolders(
  db: Database,
  roomId: number,
  publication: DraftsOf,
): Promise<DraftedFolder[]> {
  const { rows } = await sql<DraftedFolder>`with recursive ${pendingChanges(roomId, publication)},
    ${DRAFT_FOLDERS(publication)}
    select id, "isDraft", count(*) as files from (
      select folder_id as id, case when folder_id in (select id from draft_folders) then 1 else 0 end as "isDraft"
      from files where deleted_at is null and folder_id in (select id from in_room)
        and (published_at is null or folder_id in (select id from draft_folders))
    ) as drafted group by id, "isDraft" order by id`.execute(db);
  return rows.map((row) => ({ ...row, files: Number(row.files) }));
}

/** The level of a group in a folder now and afterwards; `null` where it does not see the folder for want of a publication. */
interface FolderLevels {
  readonly id: number;
  readonly before: number | null;
  readonly after: number | null;
}

type LevelledFolder = FolderLevels & DraftedFolder;

async function listLevels(
  db: Database,
  at: Pick<Requester, 'now'>,
  { groupId, publication }: Pick<Compared, 'groupId' | 'publication'>,
): Promise<Map<number, FolderLevels>> {
  const none = sql`cast(null as integer)`;
  const { rows } =
    await sql<FolderLevels>`select id, max(level_before) as before, max(level_after) as after from (
      select id, access_level as level_before, ${none} as level_after
        from (${groupFolders([groupId], SOURCES.active, publishedBy(at))}) as folders_before
      union all select id, ${none}, access_level
        from (${groupFolders([groupId], ALL_FOLDERS, publishedThen(at, publication))}) as folders_after
    ) as levels group by id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Compares the files of a group now and once these drafts are published, among which are no moves and levels, so that each file
 * stays in its folder. Reads the levels of folders once, and then some files at a time.
 */
export async function compareDraftedFiles(
  db: Database,
  at: Pick<Requester, 'now'>,
  compared: Pick<Compared, 'groupId' | 'publication'>,
  folders: readonly DraftedFolder[],
  filesPerStatement = FILES_PER_STATEMENT,
): Promise<Difference> {
  const levels = await listLevels(db, at, compared);
  const sums = { gains: 0, loses: 0, changes: 0 };
  for (const batch of inBatches(folders, levels, filesPerStatement))
    for (let after = 0; ; ) {
      const part = { batch, after, limit: filesPerStatement };
      const { files, last, ...difference } = await comparePart(db, at, compared, part);
      for (const name of ['gains', 'loses', 'changes'] as const) sums[name] += difference[name];
      if (files < filesPerStatement) break;
      after = last;
    }
  return sums;
}

/** Yields the folders that the group sees now or afterwards, as many as one statement takes, or one with more files. */
function* inBatches(
  folders: readonly DraftedFolder[],
  levels: ReadonlyMap<number, FolderLevels>,
  maxFiles: number,
): Generator<readonly LevelledFolder[]> {
  let batch: LevelledFolder[] = [];
  let files = 0;
  for (const folder of folders) {
    const found = levels.get(folder.id);
    if (!found) continue;
    const isFull = batch.length === FOLDERS_PER_STATEMENT || files + folder.files > maxFiles;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, files] = [[], 0];
    }
    batch.push({ ...folder, ...found });
    files += folder.files;
  }
  if (batch.length > 0) yield batch;
}

interface ComparedPart extends Difference {
  readonly files: number;
  readonly last: number;
}

/** Compares the next files in some folders, by id; at most `limit`. */
async function comparePart(
  db: Database,
  at: Pick<Requester, 'now'>,
  { groupId, publication }: Pick<Compared, 'groupId' | 'publication'>,
  { batch, after, limit }: { batch: readonly LevelledFolder[]; after: number; limit: number },
): Promise<ComparedPart> {
  const rows = batch.map(
    (folder) =>
      sql`(cast(${folder.id} as bigint), cast(${folder.isDraft} as integer), cast(${folder.before} as integer), cast(${folder.after} as integer))`,
  );
  const levelIn = (column: 'level_before' | 'level_after') => sql`part files join (
    select id, cast(${groupId} as bigint) as group_id, ${sql.ref(column)} as group_level from folder_levels
    where ${sql.ref(column)} is not null) visible on visible.id = files.folder_id`;
  const levels = sql`
    select files.id as file_id, ${groupFileLevel(publishedBy(at))} as level_before, 0 as level_after
      from ${levelIn('level_before')}
    union all select files.id, 0, ${groupFileLevel(publishedThen(at, publication))}
      from ${levelIn('level_after')} where ${isNotSent('files')}`;
  const { rows: found } = await sql<Record<keyof ComparedPart, number | null>>`
    with folder_levels(id, is_draft, level_before, level_after) as (values ${sql.join(rows)}),
      part as (
        select f.id, f.folder_id, f.published_at, f.publication_id
        from folder_levels join files f on f.folder_id = folder_levels.id
        where f.deleted_at is null and (f.published_at is null or folder_levels.is_draft = 1) and f.id > ${after}
        order by f.id limit ${limit}
      )
    select (select count(*) from part) as files, (select max(id) from part) as last,
      ${sumDifferences(levels)}`.execute(db);
  const numberOf = (name: keyof ComparedPart) => Number(found[0]?.[name] ?? 0);
  return {
    gains: numberOf('gains'),
    loses: numberOf('loses'),
    changes: numberOf('changes'),
    files: numberOf('files'),
    last: numberOf('last'),
  };
}
