import type { Context } from '#server/app/context.ts';
import type { UploadBatch } from '#shared/contracts/fields/upload-batch.ts';
import type { UploadPlace } from '../groups/upload-place.ts';
import { findRoomIdOf } from '../publication/room-of.ts';
import { placeInBatch } from './upload-batches.ts';

/**
 * Gives a file of a room its place among those that are uploaded with it. In a room with frozen numbers it gets the next number,
 * whatever its place is. Needs the lock `folder-tree`.
 */
export async function placeUpload(
  ctx: Context,
  { id, folder_id: folderId }: { readonly id: number; readonly folder_id: number | null },
  { batch }: { readonly batch?: UploadBatch | undefined },
  { folder }: UploadPlace,
): Promise<void> {
  if (!batch || folderId === null || folder?.hasFrozenNumbers) return;
  // A member may send files to a folder that they do not see.
  const isInRoom = folder ? folder.isInRoom : (await findRoomIdOf(ctx, folderId)) !== undefined;
  if (isInRoom) await placeInBatch(ctx, { kind: 'file', id, folderId }, batch);
}
