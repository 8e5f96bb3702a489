import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';

export interface CopyPlaces {
  /** The room that the entries come from. */
  readonly room: LoadedRoom;
  /** A folder of another room. */
  readonly target: LoadedFolder;
}

/** Returns the places of a copy for a manager of both rooms, or refuses. */
export async function loadPlaces(
  ctx: Context,
  { roomId, folderId }: { roomId: number; folderId: number },
): Promise<CopyPlaces> {
  const room = await loadRoom(ctx, roomId, 'manage');
  const target = await loadFolder(ctx, folderId, 'addTo');
  if (target.roomId === undefined || target.roomId === room.id)
    throw new AppError('conflict', 'Choose a folder of another room.');
  await loadRoom(ctx, target.roomId, 'manage');
  return { room, target };
}
