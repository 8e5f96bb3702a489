import { type RawBuilder, sql } from 'kysely';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import type { EntryKind } from './grant-queries.ts';

/** A row of the grid: a folder, or a file in a folder of the room. */
export interface RoomEntry {
  readonly kind: EntryKind;
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
  /** Tells whether a folder contains something. */
  readonly has_entries: 0 | 1;
  readonly is_deleted: 0 | 1;
}

/** A position in the list of a folder: its folders by id, then its files by id. */
export interface EntryCursor {
  readonly kind: EntryKind;
  readonly id: number;
}

const HAS_ENTRIES = sql`case when exists (
    select 1 from folders inside where inside.parent_id = folders.id and inside.deleted_at is null)
  or exists (select 1 from files where files.folder_id = folders.id and files.deleted_at is null) then 1 else 0 end`;

const IS_ACTIVE = sql`deleted_at is null`;
export const ACTIVE_OR_IN_TRASH = sql`1 = 1`;
const IS_DELETED = sql`case when deleted_at is null then 0 else 1 end as is_deleted`;

/** Lists the folders and then the files directly in a folder by id, one more than `limit`. */
export async function listEntriesIn(
  db: Database,
  parentId: number,
  { limit, after }: { limit: number; after: EntryCursor },
): Promise<RoomEntry[]> {
  const folders =
    after.kind === 'file'
      ? []
      : await listFolders(
          db,
          sql`folders.parent_id = ${parentId} and folders.id > ${after.id} order by id limit ${limit + 1}`,
        );
  const left = limit + 1 - folders.length;
  if (left === 0) return folders;
  const from = after.kind === 'file' ? after.id : 0;
  const files = await listFiles(db, sql`folder_id = ${parentId} and id > ${from} order by id limit ${left}`);
  return [...folders, ...files];
}

/** Lists entries by their ids, the active ones or also those in the trash: folders first, each kind in the order of ids. */
export async function listEntriesById(
  db: Database,
  { folderIds, fileIds }: { folderIds: readonly number[]; fileIds: readonly number[] },
  isListed = IS_ACTIVE,
): Promise<RoomEntry[]> {
  const byId = (ids: readonly number[]) => sql`id in (${sql.join(ids)}) order by id`;
  const folders = folderIds.length === 0 ? [] : await listFolders(db, byId(folderIds), isListed);
  const files = fileIds.length === 0 ? [] : await listFiles(db, byId(fileIds), isListed);
  return [...folders, ...files];
}

async function listFolders(
  db: Database,
  wanted: RawBuilder<unknown>,
  isListed = IS_ACTIVE,
): Promise<RoomEntry[]> {
  const { rows } =
    await sql<RoomEntry>`select 'folder' as kind, id, name, parent_id, ${HAS_ENTRIES} as has_entries, ${IS_DELETED}
    from folders where ${isListed} and ${wanted}`.execute(db);
  return rows;
}

async function listFiles(
  db: Database,
  wanted: RawBuilder<unknown>,
  isListed = IS_ACTIVE,
): Promise<RoomEntry[]> {
  const { rows } =
    await sql<RoomEntry>`select 'file' as kind, id, name, folder_id as parent_id, 0 as has_entries, ${IS_DELETED}
    from files where ${isListed} and ${wanted}`.execute(db);
  return rows;
}

/** A folder or one above it. */
export interface PathFolder {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly isDeleted: 0 | 1;
  /** Null for a draft. */
  readonly publishedAt: number | null;
}

/** Lists the folders and all folders above them. */
export async function listPath(db: Database, folderIds: readonly number[]): Promise<PathFolder[]> {
  if (folderIds.length === 0) return [];
  const { rows } = await sql<PathFolder>`with recursive ${ancestors(sql.join(folderIds))}
    select ancestors.id, ancestors.parent_id as "parentId", folders.name,
      case when ancestors.deleted_at is null then 0 else 1 end as "isDeleted",
      ancestors.published_at as "publishedAt"
    from ancestors join folders on folders.id = ancestors.id`.execute(db);
  return rows;
}

export async function findPersonName(db: Database, id: number): Promise<string> {
  const name = personName('users').as('name');
  return (await db.selectFrom('users').select(name).where('id', '=', id).executeTakeFirstOrThrow()).name;
}
