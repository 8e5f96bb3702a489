import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';
import { isMember } from '#shared/policies/actor.ts';
import { findFolderAccess } from '../access-level.ts';
import { ancestors } from '../folder-ancestors.ts';
import { parseRoomSettings } from '../publication/room-of.ts';
import { visibleTo } from '../visible-to.ts';
import type { CountedEntries } from './entry-order.ts';
import { joinPlaces, listPlaces, type NumberOf, type PlaceRow } from './list-places.ts';
import { countVisible } from './visible-entries.ts';

/** Lists the rooms above these folders that count for the actor only what the actor may see. */
export async function listDenseRooms(ctx: Context, folderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
    settings: string;
  }>`with recursive ${ancestors(sql.join(folderIds))}
    select ancestors.id, rooms.settings from ancestors join rooms on rooms.folder_id = ancestors.id
    where ancestors.parent_id is null`.execute(ctx.db);
  const dense = rows
    .filter(({ settings }) => parseRoomSettings(settings).numbering === 'dense')
    .map(({ id }) => id);
  const accessTo = await findFolderAccess(ctx.db, ctx, dense);
  return dense.filter((id) => !isMember(accessTo(id)));
}

/** Lists the places of what is numbered, counting all entries or some. */
export type ListPlaces = (counted?: CountedEntries) => Promise<PlaceRow[]>;

/**
 * Numbers what the actor sees in these rooms without gaps, and the rest by its places: folders whose parent is hidden come first
 * in the order of the room, everything else is counted in its folder.
 */
export async function findDenseNumbers(
  ctx: Context,
  listPlacesOf: ListPlaces,
  { denseRooms, places }: { denseRooms: readonly number[]; places: readonly PlaceRow[] },
): Promise<NumberOf> {
  const isDense = ({ room_id }: PlaceRow) => denseRooms.includes(room_id);
  const topmost = await placeTopmostFolders(ctx, denseRooms);
  const counted = (await listPlacesOf(countVisible(ctx))).filter(isDense).map((row) => {
    const place = row.kind === 'folder' ? topmost.get(row.id) : undefined;
    // No folder has the id 0: its number begins here.
    return place === undefined ? row : { ...row, parent_id: 0, place };
  });
  return joinPlaces([...places.filter((row) => !isDense(row)), ...counted]);
}

/** Numbers the folders that the actor may see in a folder that the actor may not see, from 1 in each room. */
async function placeTopmostFolders(
  ctx: Context,
  roomIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const folderIds = await listTopmostFolders(ctx);
  if (folderIds.length === 0) return new Map();
  const places = await listPlaces(ctx.db, { folderIds, childrenOf: [] });
  const roomOf = new Map(places.map(({ id, room_id }) => [id, room_id]));
  const numberOf = joinPlaces(places);
  const sorted = folderIds.toSorted((a, b) =>
    compareEntryNumbers(numberOf('folder', a), numberOf('folder', b)),
  );
  return new Map(
    roomIds.flatMap((roomId) =>
      sorted.filter((id) => roomOf.get(id) === roomId).map((id, at) => [id, at + 1] as const),
    ),
  );
}

/** Lists the folders that the actor may see in a folder that the actor may not see. */
async function listTopmostFolders(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with seen as (select visible.id from ${visibleTo(ctx)})
    select folders.id from folders join seen on seen.id = folders.id
    where folders.parent_id is not null and folders.parent_id not in (select id from seen)`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
