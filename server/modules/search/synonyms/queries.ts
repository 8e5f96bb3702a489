import { type Insertable, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RoomSynonymsTable } from '#server/database/tables/rooms/room-synonyms.ts';

/** Rows of one statement: their values are bound one by one. */
const BATCH_SIZE = 1_000;
/** Rooms whose synonyms one question is expanded by, in the order of their ids. */
const MAX_ROOMS = 20;

export interface SynonymRow {
  room_id: number;
  group_number: number;
  term_number: number;
  term: string;
  term_key: string;
}

export function listRoomSynonyms(db: Database, roomId: number): Promise<SynonymRow[]> {
  return db
    .selectFrom('room_synonyms')
    .select(['room_id', 'group_number', 'term_number', 'term', 'term_key'])
    .where('room_id', '=', roomId)
    .orderBy('group_number')
    .orderBy('term_number')
    .execute();
}

/** Replaces the synonyms of a room; a room has a few thousand terms at most. */
export async function replaceRoomSynonyms(
  db: Database,
  roomId: number,
  rows: readonly Insertable<RoomSynonymsTable>[],
): Promise<void> {
  await db.deleteFrom('room_synonyms').where('room_id', '=', roomId).execute();
  for (let from = 0; from < rows.length; from += BATCH_SIZE)
    await db
      .insertInto('room_synonyms')
      .values(rows.slice(from, from + BATCH_SIZE))
      .execute();
}

/** Lists the groups of synonyms of these rooms that have one of the keys. */
export function listGroupsWithKeys(
  db: Database,
  roomIds: readonly number[],
  keys: readonly string[],
): Promise<SynonymRow[]> {
  return db
    .selectFrom('room_synonyms as found')
    .innerJoin('room_synonyms as terms', (join) =>
      join
        .onRef('terms.room_id', '=', 'found.room_id')
        .onRef('terms.group_number', '=', 'found.group_number'),
    )
    .select(['terms.room_id', 'terms.group_number', 'terms.term_number', 'terms.term', 'terms.term_key'])
    .distinct()
    .where('found.term_key', 'in', [...keys])
    .where('found.room_id', 'in', [...roomIds])
    .orderBy('terms.room_id')
    .orderBy('terms.group_number')
    .orderBy('terms.term_number')
    .execute();
}

/** Returns whether any room has synonyms. Not which: the time of an answer would say what synonyms hidden rooms have. */
export async function haveRoomsSynonyms(db: Database): Promise<boolean> {
  const row = await db.selectFrom('room_synonyms').select('room_id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Lists the rooms that have a synonym with one of these keys, each with those of its folders that the requester sees. Looks at
 * rooms in which they see something alone, so that its time says nothing about others.
 */
export async function listRoomsWithKeys(
  db: Database,
  requester: Requester,
  keys: readonly string[],
): Promise<{ roomId: number; folderIds: number[] }[]> {
  const { rows } = await sql<{ room_id: number; ids: string }>`
    with recursive seen as (select visible.id from ${visibleTo(requester)}),
    above(id, parent_id) as (
      select f.id, f.parent_id from folders f where f.id in (select id from seen)
      union select f.id, f.parent_id from folders f join above on f.id = above.parent_id
    ),
    below(room_id, id) as (
      select distinct room_id, room_id from room_synonyms
        where term_key in (${sql.join(keys)}) and room_id in (select id from above where parent_id is null)
      union all select below.room_id, f.id from folders f join below on f.parent_id = below.id where f.deleted_at is null
    ) select below.room_id, string_agg(cast(below.id as text), ',') as ids
      from below join seen on seen.id = below.id
      group by below.room_id order by below.room_id limit ${MAX_ROOMS}`.execute(db);
  return rows.map(({ room_id, ids }) => ({ roomId: room_id, folderIds: ids.split(',').map(Number) }));
}
