import type { Context } from '#server/app/context.ts';
import { hasAccessByFile } from '../visible-to.ts';
import { findDenseNumbers, type ListPlaces, listDenseRooms } from './dense-numbers.ts';
import {
  joinPlaces,
  listPlaces,
  listPlacesBelow,
  type NumberedEntries,
  type NumberOf,
} from './list-places.ts';

/** Finds the numbers of entries in one statement; for readers of a room with dense numbering in a few. */
export async function findNumbers(ctx: Context, entries: NumberedEntries): Promise<NumberOf> {
  if (entries.folderIds.length === 0) return () => undefined;
  return numberPlaces(ctx, entries.folderIds, (counted) => listPlaces(ctx.db, entries, counted));
}

/** Finds the numbers of everything below a folder of a room. */
export const findNumbersBelow = (ctx: Context, folderId: number): Promise<NumberOf> =>
  numberPlaces(ctx, [folderId], (counted) => listPlacesBelow(ctx.db, folderId, counted));

async function numberPlaces(
  ctx: Context,
  folderIds: readonly number[],
  listPlacesOf: ListPlaces,
): Promise<NumberOf> {
  const places = await listPlacesOf();
  // Only readers have numbers that differ from those of the staff.
  if (places.length > 0 && hasAccessByFile(ctx.actor)) {
    const denseRooms = await listDenseRooms(ctx, folderIds);
    if (denseRooms.length > 0) return findDenseNumbers(ctx, listPlacesOf, { denseRooms, places });
  }
  return joinPlaces(places);
}

/** Finds the numbers of a folder in a room and of the entries directly in it. */
export const findNumbersIn = (ctx: Context, folderId: number): Promise<NumberOf> =>
  findNumbers(ctx, { folderIds: [folderId], childrenOf: [folderId] });

interface Numbered {
  readonly id: number;
  readonly isInRoom: boolean;
}

/** Returns the property of a loaded file in a room. A file in a hidden folder is shown without a place. */
export async function numberFile(
  ctx: Context,
  { id, isInRoom, folder_id }: Numbered & { readonly folder_id: number | null },
): Promise<{ number?: string }> {
  if (!isInRoom || folder_id === null) return {};
  const number = (await findNumbersIn(ctx, folder_id))('file', id);
  return number === undefined ? {} : { number };
}

/** Returns the property of a loaded folder in a room. */
export async function numberFolder(ctx: Context, { id, isInRoom }: Numbered): Promise<{ number?: string }> {
  if (!isInRoom) return {};
  const number = (await findNumbers(ctx, { folderIds: [id], childrenOf: [] }))('folder', id);
  return number === undefined ? {} : { number };
}

/** Tells whether anything has a number; most lists of all folders need not look further. */
export async function hasRooms({ db }: Context): Promise<boolean> {
  return (await db.selectFrom('rooms').select('folder_id').limit(1).executeTakeFirst()) !== undefined;
}
