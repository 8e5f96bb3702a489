import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { ObjectAccess } from '#server/authorization/access-level.ts';
import { visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { FoldersTable } from '#server/database/tables/documents.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';
import { seesEverything } from '#shared/policies/actor.ts';

export type FolderRow = Selectable<FoldersTable>;

/** Columns of a folder in lists. */
type FolderColumns = Omit<FolderRow, 'deleted_with_folder_id' | 'purged_at' | 'publication_id'>;

/** A folder in a list. `parent_id` is `null` also when the actor may not see the parent. */
export interface ListedFolder extends FolderColumns, ObjectAccess {
  /** In a room; see `findNumbers`. */
  readonly number?: string | undefined;
  /** The state of a root folder that is a room. */
  readonly roomState?: RoomState | undefined;
  /** In a closed room, for its staff. */
  readonly isReadOnly?: boolean;
  /** See `findAncestorNames`. */
  readonly ancestorNames?: string[];
}

const COLUMNS = [
  'folders.id',
  'folders.name',
  'folders.owner_id',
  'folders.created_at',
  'folders.deleted_at',
  'folders.published_at',
] as const;

/**
 * Lists the folders that the actor may see, one more than `limit`; with `topmost` only those whose parent they may not
 * see. `access_level` is a value of `ACCESS_LEVEL_ORDER`.
 */
export function listVisibleFolders(
  db: Database,
  requester: Requester,
  { limit, cursor, topmost }: PageRequest & { topmost: boolean },
): Promise<(FolderColumns & { access_level: number })[]> {
  // `seen` is read twice: not materialized, SQLite walks down the tree twice. An administrator's is the table itself.
  return db
    .with(
      (cte) => (seesEverything(requester.actor) ? cte('seen') : cte('seen').materialized()),
      (query) => query.selectFrom(visibleTo(requester)).selectAll(),
    )
    .selectFrom('folders')
    .innerJoin('seen', 'seen.id', 'folders.id')
    .leftJoin('seen as above', 'above.id', 'folders.parent_id')
    .select([...COLUMNS, 'seen.access_level', 'above.id as parent_id'])
    .$if(topmost, (query) => query.where('above.id', 'is', null))
    .$if(cursor !== undefined, (query) => query.where('folders.id', '>', cursor ?? 0))
    .orderBy('folders.id')
    .limit(limit + 1)
    .execute();
}

interface FoldersIn extends PageRequest {
  visibleOnly: Requester | undefined;
  /** The level of the actor to each folder, where it is known; see `levelInFolder`. */
  level: RawBuilder<number> | undefined;
}

/**
 * Lists the folders directly in a folder, one more than `limit`. An actor who may see the folder may see them, except for
 * visitors and members of groups: with `visibleOnly`, only the folders that the actor may see are listed.
 */
export function listFoldersIn(
  db: Database,
  parentId: number,
  { limit, cursor = 0, visibleOnly, level }: FoldersIn,
): Promise<(FolderColumns & { access_level: number | null })[]> {
  const isVisible = visibleOnly
    ? sql<SqlBool>`folders.id in (select visible.id from ${visibleTo(visibleOnly)})`
    : sql<SqlBool>`1 = 1`;
  return db
    .selectFrom('folders')
    .select([...COLUMNS, 'folders.parent_id'])
    .select(sql<number | null>`${level ?? sql`null`}`.as('access_level'))
    .where('folders.parent_id', '=', parentId)
    .where('folders.deleted_at', 'is', null)
    .where(isVisible)
    .where('folders.id', '>', cursor)
    .orderBy('folders.id')
    .limit(limit + 1)
    .execute();
}

export function insertFolder(db: Database, folder: Insertable<FoldersTable>): Promise<FolderRow> {
  return db.insertInto('folders').values(folder).returningAll().executeTakeFirstOrThrow();
}

/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;

/** Inserts any number of folders, and returns them in their order. */
export async function insertFolders(
  db: Database,
  folders: readonly Insertable<FoldersTable>[],
): Promise<Pick<FolderRow, 'id' | 'name' | 'parent_id'>[]> {
  const inserted: Pick<FolderRow, 'id' | 'name' | 'parent_id'>[] = [];
  for (let at = 0; at < folders.length; at += BATCH_SIZE)
    inserted.push(
      ...(await db
        .insertInto('folders')
        .values(folders.slice(at, at + BATCH_SIZE))
        .returning(['id', 'name', 'parent_id'])
        .execute()),
    );
  return inserted.toSorted((one, other) => one.id - other.id);
}

export async function setFolderName(db: Database, id: number, name: string): Promise<void> {
  await db.updateTable('folders').set({ name }).where('id', '=', id).execute();
}

export async function setFolderParent(db: Database, id: number, parentId: number | null): Promise<void> {
  await db.updateTable('folders').set({ parent_id: parentId }).where('id', '=', id).execute();
}

/** Returns whether `id` is `ancestorId` or a descendant of it. */
export async function isSelfOrDescendant(db: Database, id: number, ancestorId: number): Promise<boolean> {
  const row = await db
    .withRecursive('up', (query) =>
      query
        .selectFrom('folders')
        .select(['folders.id', 'folders.parent_id'])
        .where('folders.id', '=', id)
        .union(
          query
            .selectFrom('folders')
            .innerJoin('up', 'up.parent_id', 'folders.id')
            .select(['folders.id', 'folders.parent_id']),
        ),
    )
    .selectFrom('up')
    .select('up.id')
    .where('up.id', '=', ancestorId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Measures a folder with everything below it: its number of levels, and whether another user owns part of it. */
export async function measureSubtree(
  db: Database,
  id: number,
  userId: number,
): Promise<{ levels: number; holds_others: 0 | 1 }> {
  const { rows } = await sql<{ levels: number; holds_others: 0 | 1 }>`
    with recursive down(id, owner_id, level) as (
      select id, owner_id, 1 from folders where id = ${id}
      union all
      select f.id, f.owner_id, down.level + 1 from folders f join down on f.parent_id = down.id
      where f.deleted_at is null
    )
    select max(level) as levels, max(case when owner_id <> ${userId} or exists (
      select 1 from files where folder_id = down.id and deleted_at is null and files.owner_id <> ${userId}
    ) then 1 else 0 end) as holds_others from down`.execute(db);
  return rows[0] ?? { levels: 0, holds_others: 0 };
}

/** Marks a folder, every folder below it and all their files as deleted with it; what was deleted before stays as it is. */
export async function setFolderDeleted(db: Database, id: number, now: number): Promise<void> {
  const below = db
    .withRecursive('down', (query) =>
      query
        .selectFrom('folders')
        .select('folders.id')
        .where('folders.id', '=', id)
        .union(
          query.selectFrom('folders').innerJoin('down', 'down.id', 'folders.parent_id').select('folders.id'),
        ),
    )
    .selectFrom('down')
    .select('down.id');
  await db
    .updateTable('files')
    .set({ deleted_at: now, deleted_with_folder_id: id })
    .where('folder_id', 'in', below)
    .where('deleted_at', 'is', null)
    .execute();
  await db
    .updateTable('folders')
    .set({ deleted_at: now, deleted_with_folder_id: sql<number | null>`nullif(${id}, id)` })
    .where('id', 'in', below)
    .where('deleted_at', 'is', null)
    .execute();
}
