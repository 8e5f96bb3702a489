import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { appendEntries } from '#server/authorization/index-numbers/position-entries.ts';
import { loadFiles } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { initialPublication } from '#server/authorization/publication/room-of.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertFolderCapacity } from '#server/modules/files/assert-capacity.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { acceptInboxFiles as contract } from '#shared/contracts/rooms/inbox.ts';
import { acceptInboxFiles, findInboxFiles } from './queries.ts';

/**
 * Takes files out of the inbox of a group into a folder of the room: all or none. They are drafts there, unless uploads of the
 * room are published at once.
 */
export function acceptFiles(
  ctx: Context,
  groupId: number,
  { fileIds, folderId }: BodyOf<typeof contract>,
): Promise<void> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { room } = await loadGroup(ctx, groupId, 'edit');
    const files = await loadFiles(ctx, fileIds, 'view');
    const waiting = await findInboxFiles(ctx.db, groupId, fileIds);
    if (waiting.length !== fileIds.length)
      throw new AppError('conflict', 'The inbox has changed. Reload it and try again.');
    const folder = await loadFolder(ctx, folderId, 'addTo');
    if (folder.roomId !== room.id)
      throw new AppError('not-found', 'The folder could not be found in this room.');
    const moving = files.filter((file) => file.folder_id !== folderId);
    await assertFolderCapacity(ctx, folderId, moving.length);
    const isDraft = 'published_at' in (await initialPublication(ctx, folderId));
    await acceptInboxFiles(ctx.db, fileIds, { folderId, isDraft });
    await appendEntries(
      ctx,
      moving.map(({ id }) => ({ kind: 'file', id })),
      folderId,
    );
    await keepNumbers(ctx, [folderId, ...moving.map(({ folder_id }) => folder_id)]);
    for (const { id, name, folder_id } of files)
      await audit(ctx, {
        action: 'inbox.accept',
        object: { kind: 'file', id, name },
        details: { groupId, roomId: room.id, from: folder_id, to: folderId },
      });
    await publish(ctx, 'files.changed', { fileIds });
  });
}
