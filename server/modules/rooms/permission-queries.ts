import { type Insertable, type Selectable, sql } from 'kysely';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Database } from '#server/database/open-database.ts';
import type { GroupGrantsTable } from '#server/database/tables/rooms.ts';

export interface RoomFolder {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
  readonly has_folders: 0 | 1;
}

const WITH_COLUMNS = sql<0 | 1>`case when exists (
  select 1 from folders inner_folders where inner_folders.parent_id = folders.id and inner_folders.deleted_at is null
) then 1 else 0 end`.as('has_folders');

/** Lists the folders directly in a folder by id, one more than `limit`. */
export function listSubfolders(
  db: Database,
  parentId: number,
  { limit, cursor = 0 }: { limit: number; cursor: number | undefined },
): Promise<RoomFolder[]> {
  return db
    .selectFrom('folders')
    .select(['folders.id', 'folders.name', 'folders.parent_id', WITH_COLUMNS])
    .where('folders.parent_id', '=', parentId)
    .where('folders.deleted_at', 'is', null)
    .where('folders.id', '>', cursor)
    .orderBy('folders.id')
    .limit(limit + 1)
    .execute();
}

export function listFoldersById(db: Database, ids: readonly number[]): Promise<RoomFolder[]> {
  return db
    .selectFrom('folders')
    .select(['folders.id', 'folders.name', 'folders.parent_id', WITH_COLUMNS])
    .where('folders.id', 'in', ids)
    .where('folders.deleted_at', 'is', null)
    .orderBy('folders.id')
    .execute();
}

/** A folder or one above it, with what the groups of the room are granted there. */
export interface PathFolder {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly isDeleted: 0 | 1;
}

/** Lists the folders and all folders above them. */
export async function listPath(db: Database, folderIds: readonly number[]): Promise<PathFolder[]> {
  const { rows } = await sql<PathFolder>`with recursive ${ancestors(sql.join(folderIds))}
    select ancestors.id, ancestors.parent_id as "parentId", folders.name,
      case when ancestors.deleted_at is null then 0 else 1 end as "isDeleted"
    from ancestors join folders on folders.id = ancestors.id`.execute(db);
  return rows;
}

export type GrantRow = Selectable<GroupGrantsTable>;

/** Lists what groups are granted in these folders and in those above them. */
export async function listGrantsOnPath(
  db: Database,
  folderIds: readonly number[],
  groupIds: readonly number[],
): Promise<GrantRow[]> {
  if (folderIds.length === 0 || groupIds.length === 0) return [];
  const { rows } = await sql<GrantRow>`with recursive ${ancestors(sql.join(folderIds))}
    select group_grants.* from ancestors join group_grants on group_grants.folder_id = ancestors.id
    where group_grants.group_id in (${sql.join(groupIds)})`.execute(db);
  return rows;
}

/** Inserts or replaces grants, each with the next version. */
export async function setGrants(
  db: Database,
  grants: readonly Insertable<GroupGrantsTable>[],
): Promise<void> {
  await db
    .insertInto('group_grants')
    .values(grants)
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'folder_id']).doUpdateSet((row) => ({
        level: row.ref('excluded.level'),
        granted_by_id: row.ref('excluded.granted_by_id'),
        granted_at: row.ref('excluded.granted_at'),
        version: sql<number>`group_grants.version + 1`,
      })),
    )
    .execute();
}

export async function findUsername(db: Database, id: number): Promise<string> {
  return (await db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirstOrThrow())
    .username;
}
