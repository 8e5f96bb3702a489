import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { seesRoom } from '#server/authorization/groups/sees-room.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { findRoomIdOf } from '#server/authorization/publication/room-of.ts';
import { loadBrand, loadBrandImage, loadOwnBrand, loadRoomBrand } from '#server/modules/settings/brand.ts';
import type { Brand } from '#shared/contracts/start/brand.ts';

interface Place {
  readonly roomId?: number | undefined;
  readonly folderId?: number | undefined;
}

/** Returns the brand of a room to who sees something in it, and to anybody else that of the installation. */
export async function readBrand(ctx: Context, place: Place): Promise<Brand> {
  const roomId =
    place.folderId === undefined ? place.roomId : await findRoomOfVisibleFolder(ctx, place.folderId);
  return roomId !== undefined && (await seesRoom(ctx, roomId)) ? loadRoomBrand(ctx, roomId) : loadBrand(ctx);
}

async function findRoomOfVisibleFolder(ctx: Context, folderId: number): Promise<number | undefined> {
  const [folder] = await loadVisibleFolders(ctx, [folderId]);
  return folder && findRoomIdOf(ctx, folder.id);
}

/** Returns what a room sets itself. */
export async function readOwnBrand(ctx: Context, roomId: number): Promise<Brand> {
  await loadRoom(ctx, roomId, 'view');
  return loadOwnBrand(ctx, roomId);
}

/** Returns an image of a room's brand to who sees something in the room. */
export async function readRoomBrandImage(ctx: Context, roomId: number, token: string): Promise<Buffer> {
  if (!(await seesRoom(ctx, roomId))) throw new AppError('not-found', 'The image could not be found.');
  return loadBrandImage(ctx, roomId, token);
}
