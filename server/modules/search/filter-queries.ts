import { sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { folderOfFile } from '#server/authorization/drafts/foreseen.ts';
import { filesLinkedTo } from '#server/authorization/links/linked-files.ts';
import {
  fileFoldersOf,
  fileLevelOf,
  filesByThemselves,
  isFolderVisible,
  isVisibleFile,
} from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { FileType } from '#shared/domain/file-type.ts';

/** Matching files beyond this number, the oldest ones, are not searched. */
const MAX_FILTERED_FILES = 100_000;

export interface FileFilter {
  fileTypes?: readonly FileType[] | undefined;
  /** True for the actor's own files, false for those of others. */
  isOwn?: boolean | undefined;
  /** Milliseconds since the epoch. */
  uploadedFrom?: number | undefined;
  uploadedBefore?: number | undefined;
}

/** Lists the ids of the files that the actor may see and that the filter describes, newest first. */
export async function listVisibleFileIds(
  db: Database,
  requester: Requester,
  { fileTypes, isOwn, uploadedFrom, uploadedBefore }: FileFilter,
): Promise<number[]> {
  const { actor } = requester;
  const self = actor.kind === 'user' ? actor.id : 0;
  const found = db
    .selectFrom('files')
    .leftJoin(fileFoldersOf(requester), 'visible.id', 'files.folder_id')
    .select('files.id as file_id')
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(requester))
    .$if(fileTypes !== undefined, (query) => query.where('files.file_type', 'in', [...(fileTypes ?? [])]))
    .$if(isOwn !== undefined, (query) => query.where('files.owner_id', isOwn ? '=' : '<>', self))
    .$if(uploadedFrom !== undefined, (query) => query.where('files.created_at', '>=', uploadedFrom ?? 0))
    .$if(uploadedBefore !== undefined, (query) => query.where('files.created_at', '<', uploadedBefore ?? 0))
    .orderBy('files.id', 'desc')
    .limit(MAX_FILTERED_FILES);
  // Joined into one value: transferring thousands of rows would take longer than finding them.
  const { ids } = await db
    .selectFrom(found.as('found'))
    .select(sql<string | null>`string_agg(cast(found.file_id as text), ',')`.as('ids'))
    .executeTakeFirstOrThrow();
  return ids?.split(',').map(Number) ?? [];
}

/** Files that arrived beyond this number, the oldest ones, are not looked at. */
const MAX_ARRIVED_FILES = 10_000;

/**
 * Lists the files that the actor may see, that the index read at a position in this range, and whose current version was added,
 * or which were published, after `since`.
 */
export async function listArrivedFileIds(
  db: Database,
  requester: Requester,
  { after, until, since }: { after: number; until: number; since: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('index_changes')
    .innerJoin('files', 'files.id', 'index_changes.file_id')
    .leftJoin(fileFoldersOf(requester), 'visible.id', 'files.folder_id')
    .leftJoin('file_versions as content', (join) =>
      join.onRef('content.file_id', '=', 'files.id').onRef('content.number', '=', 'files.current_version'),
    )
    .select('files.id')
    .where('index_changes.position', '>', after)
    .where('index_changes.position', '<=', until)
    .where('files.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('files.created_at', '>', since),
        where('content.created_at', '>', since),
        where('files.published_at', '>', since),
      ]),
    )
    .where(isVisibleFile(requester))
    .orderBy('files.id', 'desc')
    .limit(MAX_ARRIVED_FILES)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the files that the link of a visitor names by themselves; a link has few targets. */
export async function listLinkedFileIds(
  db: Database,
  invitationId: number,
  requester: Requester,
): Promise<number[]> {
  const rows = await db
    .selectFrom(filesLinkedTo(invitationId, requester).as('linked'))
    .select('linked.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lists the files whose access may differ from that of their folder: `permitted` ones in hidden folders, and `hidden` ones in
 * visible folders.
 */
export async function listFileExceptions(
  db: Database,
  requester: Requester,
): Promise<{ permitted: number[]; hidden: number[] }> {
  const isVisible = sql`${fileLevelOf(requester)} > 0`;
  const showsFolder = isFolderVisible(requester);
  const { rows } = await sql<{ permitted: string | null; hidden: string | null }>`
    select string_agg(case when ${isVisible} and not ${showsFolder} then cast(files.id as text) end, ',') as permitted,
      string_agg(case when not ${isVisible} and ${showsFolder} then cast(files.id as text) end, ',') as hidden
    from files join ${fileFoldersOf(requester)} on visible.id = files.folder_id
    where files.deleted_at is null and files.id in (${filesByThemselves(requester)})`.execute(db);
  const split = (ids: string | null | undefined): number[] => ids?.split(',').map(Number) ?? [];
  return { permitted: split(rows[0]?.permitted), hidden: split(rows[0]?.hidden) };
}

/** Lists the same for a preview: the index knows where files are, not where drafts will move them. */
export async function listForeseenExceptions(
  db: Database,
  requester: Requester,
  visibleFolderIds: readonly number[],
): Promise<{ permitted: number[]; hidden: number[] }> {
  const byThemselves = db
    .selectFrom('files')
    .select(['files.id', 'files.folder_id'])
    .where('files.deleted_at', 'is', null)
    .where(sql<boolean>`files.id in (${filesByThemselves(requester)})`);
  const seen = byThemselves
    .leftJoin(fileFoldersOf(requester), (join) =>
      join.on(sql<boolean>`visible.id = ${folderOfFile(requester)}`),
    )
    .where(isVisibleFile(requester));
  const seenIds = new Set((await seen.execute()).map(({ id }) => id));
  const folders = new Set(visibleFolderIds);
  const permitted: number[] = [];
  const hidden: number[] = [];
  for (const { id, folder_id } of await byThemselves.execute()) {
    const showsFolder = folder_id !== null && folders.has(folder_id);
    if (seenIds.has(id) !== showsFolder) (showsFolder ? hidden : permitted).push(id);
  }
  return { permitted, hidden };
}
