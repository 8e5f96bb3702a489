import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { ancestors } from '../folder-ancestors.ts';
import { activeDescendants } from '../folder-descendants.ts';
import { type CountedEntries, ENTRY_ORDER, type EntryKind, entriesIn } from './entry-order.ts';
import { type FrozenPlaces, listFrozenPlaces } from './frozen-places.ts';

/** Returns the number of an entry, such as `1.2.3`; `undefined` outside rooms, and for the room itself. */
export type NumberOf = (kind: EntryKind, id: number) => string | undefined;

/** Names what is numbered: folders, and the entries directly in some of them. */
export interface NumberedEntries {
  readonly folderIds: readonly number[];
  /** Must be among `folderIds`. */
  readonly childrenOf: readonly number[];
}

/** An entry with its place among its siblings, from 1. */
export interface PlaceRow {
  readonly kind: EntryKind;
  readonly id: number;
  readonly parent_id: number;
  readonly place: number;
  readonly room_id: number;
}

/** Lists the places of entries in rooms, and of the folders above them, with their siblings. */
export async function listPlaces(
  db: Database,
  { folderIds, childrenOf }: NumberedEntries,
  counted?: CountedEntries,
): Promise<PlaceRow[]> {
  // No folder has the id 0.
  const open = sql`(${sql.join([0, ...childrenOf])})`;
  const { rows } = await placesOf<UncountedRow>(sql.join(folderIds), { open, counted }).execute(db);
  return countPlaces(db, rows);
}

interface PlacesOptions {
  /** The ids of the folders whose entries are listed too, in parentheses. */
  readonly open: RawBuilder<unknown>;
  readonly counted?: CountedEntries | undefined;
  /** The folders whose files are listed, if not those of all entries. */
  readonly files?: RawBuilder<unknown>;
  /** Also reads what the entries are sorted by. */
  readonly withOrder?: true;
}

/**
 * Builds the query of the entries of folders above others, sorted. The places are counted by `countPlaces`: a window function
 * takes twice the time of the list.
 */
export function placesOf<Row>(
  folderIds: RawBuilder<unknown>,
  { open, counted, files, withOrder }: PlacesOptions,
): RawBuilder<Row> {
  const parents = sql`select parent_id from in_room where parent_id is not null union select id from in_room where id in ${open}`;
  return sql<Row>`with recursive ${ancestors(folderIds)},
    in_room(id, parent_id, room_id, frozen_at) as (
      select ancestors.id, ancestors.parent_id, ancestors.id, rooms.frozen_at from ancestors
        join rooms on rooms.folder_id = ancestors.id where ancestors.parent_id is null
      union all
      select ancestors.id, ancestors.parent_id, in_room.room_id, in_room.frozen_at
        from ancestors join in_room on in_room.id = ancestors.parent_id
    )
    select entries.kind, entries.id, entries.parent_id, in_room.room_id, in_room.frozen_at${withOrder ? sql`, entries.created_at, entries.order_key` : sql``}
      from (${entriesIn(parents, counted, files)}) as entries
      join in_room on in_room.id = entries.parent_id order by entries.parent_id, ${ENTRY_ORDER}`;
}

/** Lists the places of everything below a folder of a room, and of the folders above. */
export async function listPlacesBelow(
  db: Database,
  folderId: number,
  counted?: CountedEntries,
): Promise<PlaceRow[]> {
  const { rows } = await sql<UncountedRow>`with recursive ${ancestors(sql`${folderId}`)},
    ${activeDescendants(sql`${folderId}`)}, room(id, frozen_at) as (
      select ancestors.id, rooms.frozen_at from ancestors left join rooms on rooms.folder_id = ancestors.id
        where ancestors.parent_id is null)
    select entries.kind, entries.id, entries.parent_id, room.id as room_id, room.frozen_at
      from (${entriesIn(sql`select parent_id from ancestors where parent_id is not null union select id from below`, counted)}) as entries
      cross join room order by entries.parent_id, ${ENTRY_ORDER}`.execute(db);
  return countPlaces(db, rows);
}

export interface UncountedRow extends Omit<PlaceRow, 'place'> {
  /** When the numbers of the room were frozen. */
  readonly frozen_at: number | null;
}

/** Numbers the siblings of each folder; the rows are sorted by it. In a room with frozen numbers, places are stored. */
export async function countPlaces<Row extends UncountedRow>(
  db: Database,
  rows: readonly Row[],
): Promise<(Row & { readonly place: number })[]> {
  const frozenIds = new Set(rows.flatMap((row) => (row.frozen_at === null ? [] : row.parent_id)));
  const placeOf = createCounter(await listFrozenPlaces(db, [...frozenIds]));
  return rows.map((row) => ({ ...row, place: placeOf(row) }));
}

/** Returns a function that takes siblings one after the other, in their order, and returns their places. */
export function createCounter(
  frozen: FrozenPlaces,
): (row: Pick<UncountedRow, 'kind' | 'id' | 'parent_id'>) => number {
  let [place, parentId] = [0, 0];
  return (row) => {
    if (row.parent_id !== parentId) place = frozen.lastOf(row.parent_id);
    parentId = row.parent_id;
    const stored = frozen.placeOf(row);
    if (stored === undefined) place += 1;
    return stored ?? place;
  };
}

/** Joins the places on the path of each entry. */
export function joinPlaces(rows: readonly PlaceRow[]): NumberOf {
  const byKind = {
    folder: new Map<number, PlaceRow>(),
    file: new Map(),
    placeholder: new Map(),
  } satisfies Record<EntryKind, Map<number, PlaceRow>>;
  for (const row of rows) byKind[row.kind].set(row.id, row);
  const numbers = new Map<number, string>();
  const numberOf = (row: PlaceRow): string => {
    const above = byKind.folder.get(row.parent_id);
    return above ? `${folderNumber(above)}.${row.place}` : String(row.place);
  };
  const folderNumber = (row: PlaceRow): string => {
    const known = numbers.get(row.id) ?? numberOf(row);
    numbers.set(row.id, known);
    return known;
  };
  return (kind, id) => {
    const row = byKind[kind].get(id);
    if (!row) return undefined;
    return kind === 'folder' ? folderNumber(row) : numberOf(row);
  };
}
