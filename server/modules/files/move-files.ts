import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { assertMayMoveAtOnce, draftMoves } from '#server/authorization/drafts/draft-moves.ts';
import { assertFilesMayLeaveRoom } from '#server/authorization/grants/assert-may-leave-room.ts';
import { assertSameRoom } from '#server/authorization/grants/assert-same-room.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { appendEntries } from '#server/authorization/index-numbers/position-entries.ts';
import { type LoadedFile, loadFile, loadFiles } from '#server/authorization/load-file.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { publishOutsideRooms } from '#server/authorization/publication/room-of.ts';
import { assertFolderCapacity, assertRootCapacity } from './assert-capacity.ts';
import { setFileFolder, setFolderOfFiles } from './queries.ts';
import { removeFromInbox } from './upload/inbox-queries.ts';

interface MoveOptions {
  /** The files are moved once the draft is published. */
  readonly isDraft?: boolean | undefined;
}

/** Moves several files, or none of them, to a folder where the actor may add things, or to the root when it is null. */
export function moveFiles(
  ctx: Context,
  ids: readonly number[],
  folderId: number | null,
  { isDraft = false }: MoveOptions = {},
): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const files = await loadFiles(ctx, ids, 'move');
    const target = folderId === null ? undefined : await loadFolder(ctx, folderId, 'moveInto');
    if (!target) authorizeSystemAction(ctx.actor, 'addToRoot');
    else for (const file of files) assertSameRoom(file, target);
    await assertFilesMayLeaveRoom(ctx, files, target?.roomId);
    // Files that are in the folder already do not count towards its capacity and are not changed.
    const moving = files.filter((file) => file.folder_id !== folderId);
    if (moving.length === 0) return;
    if (folderId === null)
      await assertRootCapacity(
        ctx,
        moving.map(({ owner_id }) => owner_id),
      );
    else await assertFolderCapacity(ctx, folderId, moving.length);
    if (isDraft) return draft(ctx, moving, target);
    await assertMayMoveAtOnce(ctx, moving, target);
    const movingIds = moving.map(({ id }) => id);
    await setFolderOfFiles(ctx.db, movingIds, folderId);
    await removeFromInbox(ctx.db, movingIds);
    await publishOutsideRooms(ctx, { fileIds: movingIds }, folderId);
    await appendEntries(
      ctx,
      movingIds.map((id) => ({ kind: 'file', id })),
      folderId,
    );
    await keepNumbers(ctx, [folderId, ...moving.map(({ folder_id }) => folder_id)]);
    for (const { id, name, folder_id } of moving)
      await audit(ctx, {
        action: 'file.move',
        object: { kind: 'file', id, name },
        details: { from: folder_id, to: folderId },
      });
    await publish(ctx, 'files.changed', { fileIds: movingIds });
  });
}

async function draft(
  ctx: Context,
  files: readonly LoadedFile[],
  target: LoadedFolder | undefined,
): Promise<void> {
  await draftMoves(
    ctx,
    files.map((file) => ({ kind: 'file', ...file })),
    target,
  );
  for (const { id, name } of files)
    await audit(ctx, {
      action: 'draft.move',
      object: { kind: 'file', id, name },
      details: { to: target?.id ?? null },
    });
}

/** Moves a file to a folder where the actor may add things, or to the root when `folderId` is null. */
export function moveFile(
  ctx: Context,
  id: number,
  folderId: number | null,
  { isDraft = false }: MoveOptions = {},
): Promise<LoadedFile> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const file = await loadFile(ctx, id, 'move');
    if (file.folder_id === folderId) return file;
    const target = folderId === null ? undefined : await loadFolder(ctx, folderId, 'moveInto');
    if (!target) {
      authorizeSystemAction(ctx.actor, 'addToRoot');
      await assertRootCapacity(ctx, [file.owner_id]);
    } else {
      assertSameRoom(file, target);
      await assertFolderCapacity(ctx, target.id);
    }
    await assertFilesMayLeaveRoom(ctx, [file], target?.roomId);
    if (isDraft) {
      await draft(ctx, [file], target);
      return file;
    }
    await assertMayMoveAtOnce(ctx, [file], target);
    await setFileFolder(ctx.db, id, folderId);
    await removeFromInbox(ctx.db, [id]);
    await publishOutsideRooms(ctx, { fileIds: [id] }, folderId);
    await appendEntries(ctx, [{ kind: 'file', id }], folderId);
    await keepNumbers(ctx, [file.folder_id, folderId]);
    await audit(ctx, {
      action: 'file.move',
      object: { kind: 'file', id, name: file.name },
      details: { from: file.folder_id, to: folderId },
    });
    await publish(ctx, 'file.changed', { fileId: id });
    return loadFile(ctx, id, 'view');
  });
}
