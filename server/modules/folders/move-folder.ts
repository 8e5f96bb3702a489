import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { assertMayMoveAtOnce, draftMoves } from '#server/authorization/drafts/draft-moves.ts';
import { assertMayLeaveRoom } from '#server/authorization/grants/assert-may-leave-room.ts';
import { assertSameRoom } from '#server/authorization/grants/assert-same-room.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { appendEntries } from '#server/authorization/index-numbers/position-entries.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { publishOutsideRooms } from '#server/authorization/publication/room-of.ts';
import { INVALID_MOVE } from '#shared/domain/messages.ts';
import { assertMaxDepth } from './assert-max-depth.ts';
import { assertOwnsSubtree } from './assert-owns-subtree.ts';
import { isSelfOrDescendant, measureSubtree, setFolderParent } from './queries.ts';

/**
 * Moves a folder with everything below it under another one, or to the root when `parentId` is null. As a draft it is moved once
 * it is published.
 */
export function moveFolder(
  ctx: Context,
  id: number,
  parentId: number | null,
  { isDraft = false }: { isDraft?: boolean | undefined } = {},
): Promise<LoadedFolder> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    // Two opposite moves at the same time would each see the tree before the other and create a cycle.
    const folder = await loadFolder(ctx, id, 'move');
    if (folder.parent_id === parentId) return folder;
    const parent = parentId === null ? undefined : await loadFolder(ctx, parentId, 'moveInto');
    if (parentId === null || !parent) authorizeSystemAction(ctx.actor, 'addToRoot');
    else {
      assertSameRoom(folder, parent);
      assertMovableRoom(folder);
      await assertNoCycle(ctx, id, parentId);
      assertMaxDepth(parent.depth + (await measureSubtree(ctx.db, id, folder.owner_id)).levels);
    }
    await assertOwnsSubtree(ctx, folder);
    await assertMayLeaveRoom(ctx, folder, parent?.roomId);
    if (isDraft) {
      await draftMoves(ctx, [{ kind: 'folder', ...folder }], parent);
      await audit(ctx, {
        action: 'draft.move',
        object: { kind: 'folder', id, name: folder.name },
        details: { to: parentId },
      });
      return folder;
    }
    await assertMayMoveAtOnce(ctx, [folder], parent);
    await setFolderParent(ctx.db, id, parentId);
    await publishOutsideRooms(ctx, { folderId: id }, parentId);
    await appendEntries(ctx, [{ kind: 'folder', id }], parentId);
    await keepNumbers(ctx, [folder.parent_id, parentId]);
    await audit(ctx, {
      action: 'folder.move',
      object: { kind: 'folder', id, name: folder.name },
      details: { from: folder.parent_id, to: parentId },
    });
    await publish(ctx, 'folder.changed', { folderId: id });
    return loadFolder(ctx, id, 'view');
  });
}

/** Refuses to move a room that only its staff sees into a folder, where it is no room and others may see it. */
function assertMovableRoom({ id, roomId, roomState }: LoadedFolder): void {
  if (id === roomId && roomState !== 'open')
    throw new AppError('conflict', 'Open this room before you move it into a folder.');
}

async function assertNoCycle({ db }: Context, id: number, parentId: number): Promise<void> {
  if (id === parentId) throw new AppError('conflict', INVALID_MOVE.itself);
  if (await isSelfOrDescendant(db, parentId, id)) throw new AppError('conflict', INVALID_MOVE.descendant);
}
