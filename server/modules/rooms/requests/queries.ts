import { type Insertable, type SqlBool, sql } from 'kysely';
import { selfAndDescendants } from '#server/authorization/folder-descendants.ts';
import type { RequestRow } from '#server/authorization/requests/load-request.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RequestFilesTable, RequestsTable } from '#server/database/tables/requests.ts';
import { REQUEST_COLUMNS } from '#server/database/tables/rooms/room-column-names.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

/** Lists requests in the order of numbers, those of these groups if given; one more than `limit`. The cursor is an id. */
export function listRequestRows(
  db: Database,
  roomId: number,
  groupIds: readonly number[] | undefined,
  { limit, cursor }: PageRequest,
): Promise<RequestRow[]> {
  const after = sql<number>`(select number from requests where id = ${cursor ?? 0})`;
  return db
    .selectFrom('requests')
    .select(REQUEST_COLUMNS)
    .where('room_id', '=', roomId)
    .where('deleted_at', 'is', null)
    .$if(groupIds !== undefined, (query) => query.where('group_id', 'in', groupIds ?? []))
    .$if(cursor !== undefined, (query) => query.where('number', '>', after))
    .orderBy('number')
    .limit(limit + 1)
    .execute();
}

export function findRequestRow(db: Database, id: number): Promise<RequestRow> {
  return db.selectFrom('requests').select(REQUEST_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Counts the requests of a room and returns the last number that was given, also to one that was deleted since. */
export async function measureRequests(
  db: Database,
  roomId: number,
): Promise<{ count: number; last: number }> {
  const { count, last } = await db
    .selectFrom('requests')
    .select((select) => [
      sql<number>`count(case when deleted_at is null then 1 end)`.as('count'),
      select.fn.max('number').as('last'),
    ])
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  return { count, last: Number(last ?? 0) };
}

/** Inserts requests, few enough for one statement. */
export async function insertRequests(
  db: Database,
  rows: readonly Insertable<RequestsTable>[],
): Promise<RequestRow[]> {
  return db.insertInto('requests').values(rows).returningAll().execute();
}

export async function setRequest(
  db: Database,
  id: number,
  changes: Partial<Omit<RequestRow, 'id' | 'room_id' | 'number' | 'created_at'>>,
): Promise<void> {
  await db.updateTable('requests').set(changes).where('id', '=', id).execute();
}

/** Marks a request as deleted: its number is not given again. */
export async function setRequestDeleted(db: Database, id: number, now: number): Promise<void> {
  await db.deleteFrom('request_files').where('request_id', '=', id).execute();
  await db.updateTable('requests').set({ deleted_at: now }).where('id', '=', id).execute();
}

export function listRequestFiles(db: Database, requestIds: readonly number[]): Promise<RequestFilesTable[]> {
  if (requestIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('request_files')
    .selectAll()
    .where('request_id', 'in', requestIds)
    .orderBy('file_id')
    .execute();
}

/** Attaches files; one that is attached already gets the page. */
export async function setRequestFiles(db: Database, files: readonly RequestFilesTable[]): Promise<void> {
  await db
    .insertInto('request_files')
    .values(files)
    .onConflict((conflict) =>
      conflict.columns(['request_id', 'file_id']).doUpdateSet((row) => ({ page: row.ref('excluded.page') })),
    )
    .execute();
}

/** Detaches a file; returns whether it was attached. */
export async function removeRequestFile(db: Database, requestId: number, fileId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('request_files')
    .where('request_id', '=', requestId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Counts those of the files that are in a room. */
export async function countFilesInRoom(
  db: Database,
  roomId: number,
  fileIds: readonly number[],
): Promise<number> {
  const isInRoom = sql<SqlBool>`folder_id in (${selfAndDescendants([roomId], sql`folders`)})`;
  const { count } = await db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('id', 'in', fileIds)
    .where(isInRoom)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the names of those of the groups that belong to the room. */
export function listRoomGroupNames(db: Database, roomId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('room_groups')
    .select(['id', 'name'])
    .where('room_id', '=', roomId)
    .where('deleted_at', 'is', null)
    .execute();
}
