import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type { ChangedCell, copyPermissions as contract } from '#shared/contracts/rooms/permissions.ts';
import { MAX_CHANGED_CELLS } from '#shared/domain/limits.ts';
import { listGroups } from '../groups/queries.ts';
import { copyPlaceholderLevels } from '../placeholders/copy-placeholder-levels.ts';
import { assertMaySetLevels, draftLevels } from '../publications/draft-levels.ts';
import { listDifferentLevels, type OwnLevels, removeDraftLevels } from './copy-queries.ts';
import { lesserLevel, levelOf, loadPermissions, type Permissions } from './resolve-permissions.ts';
import { saveRights } from './save-rights.ts';
import { auditCells, saveCells, tooManyCells } from './update-permissions.ts';

/** The rights of a cell that names a folder, from those of a grant. */
const rights = (kind: 'folder' | 'file', number: number) =>
  kind === 'folder' ? { mayAdd: (number & 1) > 0, mayManage: (number & 2) > 0 } : {};

/**
 * Gives a group all levels of another, on every folder, file and placeholder of the room; in the trash it only loses what the
 * other group does not have. Returns what was changed as it was, in the form that sets it again. As a draft the levels count once
 * they are published, in place of all earlier drafts for the group, without rights to change something; placeholders and the
 * trash have no drafts, and there the group loses at once what the other one does not have.
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
    const permissions = await loadPermissions(ctx, roomId, different, [...groupIds], { withTrash: true });
    const inTrash = lesserCells(different, permissions, groups);
    const inRoom = different.filter((entry) => permissions.isInRoom(entry));
    const cells = inRoom.map(({ kind, id, fromLevel, fromRights }) => ({
      kind,
      id,
      groupId: toGroupId,
      level: fromLevel,
      ...rights(kind, fromRights),
      version: '',
    }));
    const ofPlaceholders = await copyPlaceholderLevels(ctx, room, groups, { isDraft });
    const undoable = ofPlaceholders.length > 0 && { placeholders: ofPlaceholders };
    if (isDraft) {
      const keys = new Set(
        inRoom.flatMap(({ kind, id, fromLevel, toLevel }) => (fromLevel === toLevel ? [] : `${kind} ${id}`)),
      );
      const changed = cells.filter(({ kind, id }) => keys.has(`${kind} ${id}`));
      await replaceDrafts(ctx, room, toGroupId, changed);
      await saveAtOnce(ctx, room, inTrash, permissions);
      return { undo: [], drafts: changed.length, ...undoable };
    }
    await assertMaySetLevels(ctx, roomId, cells, permissions);
    await saveAtOnce(ctx, room, [...cells, ...inTrash], permissions);
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
      ...undoable,
    };
  });
}

/**
 * Returns the cells of what is in the trash with the lesser level of both groups, and the rights that both have: nobody sees an
 * entry there and could undo a level that gives more, but all of it may be restored.
 */
function lesserCells(
  different: readonly OwnLevels[],
  permissions: Permissions,
  { from, to }: { from: number; to: number },
): ChangedCell[] {
  return different.flatMap(({ kind, id, toLevel, fromRights, toRights }) => {
    if (!permissions.isInTrash({ kind, id })) return [];
    const levelFor = (groupId: number) => levelOf(permissions.findGrant({ kind, id }, groupId));
    const level = lesserLevel(levelFor(from), levelFor(to));
    const both = fromRights & toRights;
    if (level === toLevel && both === toRights) return [];
    return [{ kind, id, groupId: to, level, ...rights(kind, both), version: '' }];
  });
}

async function saveAtOnce(
  ctx: Parameters<typeof saveCells>[0],
  room: LoadedRoom,
  cells: readonly ChangedCell[],
  before: Permissions,
): Promise<void> {
  await saveCells(ctx, cells);
  await saveRights(ctx, cells, before);
  await auditCells(ctx, room, cells);
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
