import { type RawBuilder, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { folderOfFile, foreseenFiles, foreseenFolders } from '#server/authorization/drafts/foreseen.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { NAME_FOR_MEMBERS } from '#server/authorization/groups/name-for-members.ts';
import { isHiddenPlaceholder } from '#server/authorization/placeholders/hidden-placeholders.ts';
import {
  fileFoldersOf,
  isFolderVisible,
  isVisibleFile,
  visibleTo,
} from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import { listUploadFolders } from '../../inbox/queries.ts';
import type { Views } from '../reach-views.ts';

/** So few that other work runs between the statements on SQLite. */
const ROWS_AT_ONCE = 500;
const MAX_UPLOAD_FOLDERS = 1_000;

/** A name that the members of a group read in the tree. */
export interface TreeName {
  readonly kind: 'folder-name' | 'placeholder-name';
  /** The folder itself, or the one that the placeholder is in. */
  readonly folderId: number;
  /** The code name of a room that has one. */
  readonly name: string;
  readonly createdAt: number;
  readonly publishedAt: number | null;
  /** Tells whether the group reads it already, not only once drafts are published. */
  readonly isSeen: boolean;
}

type NameRow = Omit<TreeName, 'kind' | 'isSeen'>;
type PlaceholderRow = NameRow & { readonly id: number };

/** The names of folders, by their ids, and of placeholders, by theirs, that a group reads in one view. */
interface ViewedNames {
  readonly folders: ReadonlyMap<number, NameRow>;
  readonly placeholders: ReadonlyMap<number, PlaceholderRow>;
}

/**
 * Lists the names that a group reads beside those of documents: of the folders that it sees, of those above them and above its
 * files, whose bare names it reads, of those that it may send files to without seeing them, and of placeholders. Those of all
 * views together, by id; of a check that is limited to drafts, those that the group does not read without them.
 */
export async function listTreeNames(
  db: Database,
  { covered, now: present, without }: Views,
): Promise<TreeName[]> {
  const read = new Map<Requester, ViewedNames>();
  for (const view of new Set([...covered, present, ...(without ? [without] : [])]))
    read.set(view, await readNames(db, view));
  const now = read.get(present);
  const known = without ? [now, read.get(without)] : [];
  const all = <Kind extends keyof ViewedNames>(kind: Kind, name: TreeName['kind']): TreeName[] => {
    const rows = new Map<number, NameRow>(covered.flatMap((view) => [...(read.get(view)?.[kind] ?? [])]));
    return [...rows]
      .filter(([id]) => !known.some((names) => names?.[kind].has(id)))
      .toSorted(([a], [b]) => a - b)
      .map(([id, { folderId, name: text, createdAt, publishedAt }]) => ({
        kind: name,
        isSeen: now?.[kind].has(id) === true,
        ...{ folderId, name: text, createdAt, publishedAt },
      }));
  };
  return [...all('folders', 'folder-name'), ...all('placeholders', 'placeholder-name')];
}

async function readNames(db: Database, group: Requester): Promise<ViewedNames> {
  const seen = await listSeen(db, group);
  const folders = new Map<number, NameRow>();
  const addAll = (rows: readonly NameRow[]) => {
    for (const row of rows) folders.set(row.folderId, row);
  };
  for (const ids of inBatches([...new Set([...seen, ...(await listAroundFiles(db, group))])]))
    addAll(
      await readFolders(
        db,
        sql`with recursive ${ancestors(sql.join(ids), foreseenFolders(group))} select id from ancestors`,
      ),
    );
  const unseen = await listUploadFolders(db, group, MAX_UPLOAD_FOLDERS);
  if (unseen.length > 0) addAll(await readFolders(db, sql.join(unseen.map(({ id }) => id))));
  const placeholders = new Map<number, PlaceholderRow>();
  for (const ids of inBatches(seen))
    for (const row of await listPlaceholders(db, group, ids)) placeholders.set(row.id, row);
  return { folders, placeholders };
}

function* inBatches(ids: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) yield ids.slice(at, at + ROWS_AT_ONCE);
}

async function readFolders(db: Database, ids: RawBuilder<unknown>): Promise<readonly NameRow[]> {
  const { rows } = await sql<NameRow>`select folders.id as "folderId", ${NAME_FOR_MEMBERS} as name,
      folders.created_at as "createdAt", folders.published_at as "publishedAt"
    from folders left join rooms on rooms.folder_id = folders.id where folders.id in (${ids})`.execute(db);
  return rows;
}

async function listSeen(db: Database, group: Requester): Promise<number[]> {
  const rows = await db.selectFrom(visibleTo(group)).select('visible.id').execute();
  return rows.map(({ id }) => id);
}

/** Lists the hidden folders with files that the group sees: only a level of its own shows a file without its folder. */
async function listAroundFiles(db: Database, group: Requester): Promise<Set<number>> {
  const folderIds = new Set<number>();
  const foreseen = foreseenFiles(group);
  const granted = sql`select file_id from group_file_grants
    where group_id in (${sql.join([0, ...groupIdsOf(group.actor)])}) ${foreseen ? sql`union ${foreseen}` : sql``}`;
  for (let after = 0; ; ) {
    const { rows } = await sql<{ file_id: number }>`select distinct file_id from (${granted}) as granted
      where file_id > ${after} order by file_id limit ${ROWS_AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return folderIds;
    const folders = await db
      .selectFrom('files')
      .leftJoin(fileFoldersOf(group), (join) => join.on(sql<boolean>`visible.id = ${folderOfFile(group)}`))
      .select(folderOfFile(group).as('folder_id'))
      .distinct()
      .where(
        'files.id',
        'in',
        rows.map(({ file_id }) => file_id),
      )
      .where('files.deleted_at', 'is', null)
      .where('files.folder_id', 'is not', null)
      .where(isVisibleFile(group))
      .where(sql<boolean>`not ${isFolderVisible(group)}`)
      .execute();
    for (const { folder_id } of folders) if (folder_id !== null) folderIds.add(folder_id);
    after = Number(last.file_id);
  }
}

/** Lists the placeholders in folders that the group sees. */
const listPlaceholders = (
  db: Database,
  group: Requester,
  folderIds: readonly number[],
): Promise<PlaceholderRow[]> =>
  db
    .selectFrom('placeholders')
    .select(['id', 'folder_id as folderId', 'name', 'created_at as createdAt', 'created_at as publishedAt'])
    .where('folder_id', 'in', folderIds)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not ${isHiddenPlaceholder(group)}`)
    .orderBy('id')
    .execute();
