import { AppError } from '#server/app/errors.ts';
import type { LoadedFolder } from '../load-folder.ts';

type Place = Pick<LoadedFolder, 'roomId'>;

/** Refuses to move something from one room into another, where other people would see it at once. */
export function assertSameRoom(from: Place, to: Place): void {
  const isBetweenRooms = from.roomId !== undefined && to.roomId !== undefined && from.roomId !== to.roomId;
  if (isBetweenRooms)
    throw new AppError('conflict', 'Entries cannot be moved between rooms. Copy them instead.');
}
