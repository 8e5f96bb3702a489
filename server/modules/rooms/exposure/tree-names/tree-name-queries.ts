import { type RawBuilder, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
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
}

type NameRow = Omit<TreeName, 'kind'>;

/**
 * Lists the names that a group reads beside those of documents: of the folders that it sees, of those above them and above its files, whose bare names it
 * reads, of those that it may send files to without seeing them, and of placeholders.
 */
export async function listTreeNames(db: Database, group: Requester): Promise<TreeName[]> {
  const seen = await listSeen(db, group);
  const folders = new Map<number, NameRow>();
  const addAll = (rows: readonly NameRow[]) => {
    for (const row of rows) folders.set(row.folderId, row);
  };
  for (const ids of inBatches([...new Set([...seen, ...(await listAroundFiles(db, group))])]))
    addAll(await readFolders(db, sql`with recursive ${ancestors(sql.join(ids))} select id from ancestors`));
  const unseen = await listUploadFolders(db, group, MAX_UPLOAD_FOLDERS);
  if (unseen.length > 0) addAll(await readFolders(db, sql.join(unseen.map(({ id }) => id))));
  const placeholders: NameRow[] = [];
  for (const ids of inBatches(seen)) placeholders.push(...(await listPlaceholders(db, group, ids)));
  return [
    ...[...folders.values()]
      .toSorted((a, b) => a.folderId - b.folderId)
      .map((row) => ({ kind: 'folder-name' as const, ...row })),
    ...placeholders.map((row) => ({ kind: 'placeholder-name' as const, ...row })),
  ];
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
  for (let after = 0; ; ) {
    const granted = await db
      .selectFrom('group_file_grants')
      .select('file_id')
      .distinct()
      .where('group_id', 'in', [0, ...groupIdsOf(group.actor)])
      .where('file_id', '>', after)
      .orderBy('file_id')
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = granted.at(-1);
    if (last === undefined) return folderIds;
    const rows = await db
      .selectFrom('files')
      .leftJoin(fileFoldersOf(group), 'visible.id', 'files.folder_id')
      .select('files.folder_id')
      .distinct()
      .where(
        'files.id',
        'in',
        granted.map(({ file_id }) => file_id),
      )
      .where('files.deleted_at', 'is', null)
      .where('files.folder_id', 'is not', null)
      .where(isVisibleFile(group))
      .where(sql<boolean>`not ${isFolderVisible(group)}`)
      .execute();
    for (const { folder_id } of rows) if (folder_id !== null) folderIds.add(folder_id);
    after = last.file_id;
  }
}

/** Lists the placeholders in folders that the group sees. */
const listPlaceholders = (db: Database, group: Requester, folderIds: readonly number[]): Promise<NameRow[]> =>
  db
    .selectFrom('placeholders')
    .select(['folder_id as folderId', 'name', 'created_at as createdAt', 'created_at as publishedAt'])
    .where('folder_id', 'in', folderIds)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not ${isHiddenPlaceholder(group)}`)
    .orderBy('id')
    .execute();
