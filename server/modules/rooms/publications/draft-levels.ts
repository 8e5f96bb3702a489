import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedRoom } from '#server/authorization/groups/load-room.ts';
import { findRoomOf, parseRoomSettings } from '#server/authorization/publication/room-of.ts';
import type { ChangedCell } from '#shared/contracts/rooms/permissions.ts';
import { MAX_DRAFT_LEVELS } from '#shared/domain/limits.ts';
import { levelOf, type Permissions } from '../permissions/resolve-permissions.ts';
import { countDraftLevels, putDraftLevels } from './draft-queries.ts';

type UserContext = Context & { readonly actor: { readonly id: number } };

/** Keeps levels of groups for their publication. Needs the lock `folder-tree`, and cells that were checked. */
export async function draftLevels(
  ctx: UserContext,
  room: LoadedRoom,
  cells: readonly ChangedCell[],
): Promise<void> {
  await putDraftLevels(
    ctx.db,
    cells.map(({ kind, id, groupId, level }) => ({
      room_id: room.id,
      entry_kind: kind,
      entry_id: id,
      group_id: groupId,
      level,
      author_id: ctx.actor.id,
      created_at: ctx.now(),
    })),
  );
  if ((await countDraftLevels(ctx.db, room.id)) > MAX_DRAFT_LEVELS)
    throw new AppError(
      'conflict',
      `At most ${MAX_DRAFT_LEVELS} levels of a room can be drafts. Publish them first.`,
    );
  await audit(ctx, {
    action: 'draft.level',
    object: { kind: 'folder', id: room.id, name: room.name },
    details: { cells: cells.length },
  });
}

/**
 * Refuses levels that count at once in a room in which a second manager approves what groups gain. Access can always be taken
 * away, and the level that a group has can be set with other rights to change something.
 */
export async function assertMaySetLevels(
  ctx: Context,
  roomId: number,
  cells: readonly ChangedCell[],
  before: Permissions,
): Promise<void> {
  if (cells.every(({ level }) => level === 'none')) return;
  const room = await findRoomOf(ctx, roomId);
  if (!room || !parseRoomSettings(room.settings).publicationApproval) return;
  const other = cells.find((cell) => cell.level !== 'none' && !keepsLevel(cell, before));
  if (!other) return;
  const advice =
    other.mayAdd === true || other.mayManage === true
      ? 'Save the level as a draft, and these rights once it is published.'
      : 'Save it as a draft.';
  throw new AppError('conflict', `A second manager approves changes of this room. ${advice}`);
}

/** Tells whether a group has the level of a cell already; a level that is removed leaves that of the folder above. */
function keepsLevel(cell: ChangedCell, before: Permissions): boolean {
  const present = levelOf(before.findGrant(cell, cell.groupId));
  if (cell.level !== null) return cell.level === present;
  const above = before.pathOf(cell).at(cell.kind === 'folder' ? 1 : 0);
  return present === levelOf(above && before.findGrant({ kind: 'folder', id: above.id }, cell.groupId));
}
