import { type Insertable, type Selectable, sql } from 'kysely';
import { activeFoldersIn } from '#server/authorization/folder-descendants.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RoomTemplatesTable } from '#server/database/tables/rooms/room-templates.ts';
import type { RoomGroupsTable } from '#server/database/tables/rooms.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

export type TemplateRow = Omit<Selectable<RoomTemplatesTable>, 'content'>;

const COLUMNS = [
  'id',
  'key',
  'name',
  'folder_count',
  'group_count',
  'request_count',
  'creator_id',
  'created_at',
] as const;

/** Lists the delivered templates and those of a user, or all without one; one more than `limit`. */
export function listTemplateRows(
  db: Database,
  creatorId: number | undefined,
  { limit, cursor = 0 }: PageRequest,
): Promise<TemplateRow[]> {
  return db
    .selectFrom('room_templates')
    .select(COLUMNS)
    .$if(creatorId !== undefined, (query) =>
      query.where((where) =>
        where.or([where('creator_id', 'is', null), where('creator_id', '=', creatorId ?? 0)]),
      ),
    )
    .where('id', '>', cursor)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

export const findTemplateRow = (
  db: Database,
  id: number,
): Promise<Selectable<RoomTemplatesTable> | undefined> =>
  db.selectFrom('room_templates').selectAll().where('id', '=', id).executeTakeFirst();

export async function countTemplates(db: Database, creatorId: number): Promise<number> {
  const { count } = await db
    .selectFrom('room_templates')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('creator_id', '=', creatorId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertTemplate = (
  db: Database,
  template: Insertable<RoomTemplatesTable>,
): Promise<TemplateRow> =>
  db.insertInto('room_templates').values(template).returning(COLUMNS).executeTakeFirstOrThrow();

export async function removeTemplate(db: Database, id: number): Promise<void> {
  await db.deleteFrom('room_templates').where('id', '=', id).execute();
}

export interface FolderNode {
  readonly id: number;
  readonly parent_id: number;
  readonly name: string;
}

/** Lists at most `limit` folders below a room, in the order of the index inside each folder. */
export async function listRoomFolders(db: Database, roomId: number, limit: number): Promise<FolderNode[]> {
  const { rows } = await sql<FolderNode>`
    with recursive ${activeFoldersIn(roomId)}, counted(id) as (select id from below limit ${limit})
    select folders.id, folders.parent_id, folders.name
      from counted join folders on folders.id = counted.id
      left join entry_positions as placed on placed.entry_kind = 'folder'
        and placed.entry_id = folders.id and placed.parent_id = folders.parent_id
      order by folders.parent_id, case when placed.order_key is null then 1 else 0 end, placed.order_key,
        folders.created_at, folders.id`.execute(db);
  return rows;
}

/** Inserts groups, few enough for one statement; returns their ids by key. */
export async function insertGroups(
  db: Database,
  groups: readonly Insertable<RoomGroupsTable>[],
): Promise<{ id: number; name: string; name_key: string }[]> {
  if (groups.length === 0) return [];
  return db.insertInto('room_groups').values(groups).returning(['id', 'name', 'name_key']).execute();
}

/** Lists the folders inside others, the oldest first. */
export const listSubfolders = (
  db: Database,
  parentIds: readonly number[],
): Promise<{ id: number; name: string; parent_id: number | null }[]> =>
  db
    .selectFrom('folders')
    .select(['id', 'name', 'parent_id'])
    .where('parent_id', 'in', parentIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
