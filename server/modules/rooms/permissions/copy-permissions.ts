import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type { ChangedCell, copyPermissions as contract } from '#shared/contracts/rooms/permissions.ts';
import { MAX_CHANGED_CELLS } from '#shared/domain/limits.ts';
import { listGroups } from '../groups/queries.ts';
import { assertMaySetLevels, draftLevels } from '../publications/draft-levels.ts';
import { listDifferentLevels, removeDraftLevels } from './copy-queries.ts';
import { loadPermissions } from './resolve-permissions.ts';
import { saveRights } from './save-rights.ts';
import { auditCells, saveCells, tooManyCells } from './update-permissions.ts';

/** The rights of a cell that names a folder, from those of a grant. */
const rights = (kind: 'folder' | 'file', number: number) =>
  kind === 'folder' ? { mayAdd: (number & 1) > 0, mayManage: (number & 2) > 0 } : {};

/**
 * Gives a group all levels of another, on every folder and file of the room. Returns the cells as they were, in the form that
 * sets them again. As a draft the levels count once they are published, in place of all earlier drafts for the group, and the
 * rights to change something stay as they are.
 */
export function copyPermissions(
  ctx: Context,
  roomId: number,
  { fromGroupId, toGroupId, draft: isDraft = false }: BodyOf<typeof contract>,
): Promise<ResultOf<typeof contract>> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'manage');
    const groupIds = new Set((await listGroups(ctx.db, roomId)).map(({ id }) => id));
    if (!groupIds.has(fromGroupId) || !groupIds.has(toGroupId))
      throw new AppError('not-found', 'The group could not be found.');
    const groups = { from: fromGroupId, to: toGroupId };
    const different = await listDifferentLevels(ctx.db, groups, MAX_CHANGED_CELLS + 1);
    if (different.length > MAX_CHANGED_CELLS) throw tooManyCells();
    // A level on what left the room means nothing, and stays.
    const permissions = await loadPermissions(ctx, roomId, different, [...groupIds]);
    const inRoom = different.filter((entry) => permissions.isInRoom(entry));
    const cells = inRoom.map(({ kind, id, fromLevel, fromRights }) => ({
      kind,
      id,
      groupId: toGroupId,
      level: fromLevel,
      ...rights(kind, fromRights),
      version: '',
    }));
    if (isDraft) {
      const keys = new Set(
        inRoom.flatMap(({ kind, id, fromLevel, toLevel }) => (fromLevel === toLevel ? [] : `${kind} ${id}`)),
      );
      const changed = cells.filter(({ kind, id }) => keys.has(`${kind} ${id}`));
      await replaceDrafts(ctx, room, toGroupId, changed);
      return { undo: [], drafts: changed.length };
    }
    await assertMaySetLevels(ctx, roomId, cells, permissions);
    await saveCells(ctx, cells);
    await saveRights(ctx, cells, permissions);
    await auditCells(ctx, room, cells);
    const changed = await loadPermissions(ctx, roomId, inRoom, [...groupIds]);
    return {
      undo: inRoom.map((entry) => ({
        kind: entry.kind,
        id: entry.id,
        groupId: toGroupId,
        level: entry.toLevel,
        ...rights(entry.kind, entry.toRights),
        version: changed.versionOf(entry),
      })),
    };
  });
}

/**
 * Drafts the levels of a group, and discards its earlier drafts: they would count on entries where the two groups have the same
 * level today.
 */
async function replaceDrafts(
  ctx: Parameters<typeof draftLevels>[0],
  room: LoadedRoom,
  groupId: number,
  cells: readonly ChangedCell[],
): Promise<void> {
  const drafts = await removeDraftLevels(ctx.db, { roomId: room.id, groupId });
  if (drafts > 0)
    await audit(ctx, {
      action: 'draft.discard',
      object: { kind: 'folder', id: room.id, name: room.name },
      details: { kind: 'level', groupId, drafts },
    });
  if (cells.length > 0) await draftLevels(ctx, room, cells);
}
