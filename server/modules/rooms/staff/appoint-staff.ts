import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { type UserContext, withLockAsUser } from '#server/authorization/reload-actor.ts';
import { addCollaborator } from '#server/modules/folders/add-collaborator.ts';
import { endCollaboration } from '#server/modules/folders/end-collaboration.ts';
import { limitCollaboratorIds } from '#server/modules/folders/limit-collaborator-ids.ts';
import { loadRecipient } from '#server/modules/folders/load-recipient.ts';
import { passOnGivenAccess } from '#server/modules/folders/pass-on-given-access.ts';
import type { StaffMember } from '#shared/contracts/rooms/staff.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { presentStaff, staffNotFound } from './list-staff.ts';
import * as queries from './queries.ts';

const NEEDS_MANAGER = 'A room needs at least one manager.';

/**
 * Appoints a manager or an editor, or changes the role of one. What a former manager gave others passes to the manager who
 * changes it.
 */
export async function appointStaff(
  ctx: Context,
  roomId: number,
  userId: number,
  role: StaffMember['role'],
): Promise<StaffMember> {
  await limitCollaboratorIds(ctx, userId);
  return appointWithinLimits(ctx, roomId, userId, role);
}

/** Appoints a person whose id was counted by `limitCollaboratorIds` before. */
export function appointWithinLimits(
  ctx: Context,
  roomId: number,
  userId: number,
  role: StaffMember['role'],
): Promise<StaffMember> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'manage');
    const person = await loadRecipient(ctx, userId);
    const current = await readRole(ctx, roomId, userId);
    if (current !== role) {
      if (role === 'manager') await appointManager(ctx, roomId, userId);
      else await appointEditor(ctx, room, userId);
      await auditStaff(ctx, 'room.appoint', room, { userId, username: person.username, role });
    }
    const row = await queries.findStaffRow(ctx.db, roomId, userId);
    if (!row) throw staffNotFound();
    return presentStaff(row);
  });
}

async function appointManager(ctx: UserContext, roomId: number, userId: number): Promise<void> {
  await queries.insertManager(ctx.db, { roomId, userId, byId: ctx.actor.id }, ctx.now());
  // A manager needs no edit access beside it; what they gave others stays theirs.
  await endCollaboration(ctx, roomId, userId, async () => {});
  await publish(ctx, 'collaborator.added', { folderId: roomId, userId, byId: ctx.actor.id });
}

async function appointEditor(ctx: UserContext, room: LoadedRoom, userId: number): Promise<void> {
  const isManager = (await readRole(ctx, room.id, userId)) === 'manager';
  if (isManager && isSelf(ctx.actor, userId)) {
    const isAlone = (await queries.findFirstManager(ctx.db, room.id)) === undefined;
    throw new AppError('conflict', isAlone ? NEEDS_MANAGER : 'Ask another manager to change your own role.');
  }
  if (isManager) await endManagement(ctx, room, userId);
  // An invitation to all folders makes editors too.
  if ((await readRole(ctx, room.id, userId)) === undefined) await addCollaborator(ctx, room.id, userId);
}

/** Removes a person from the staff from the next request on. What they gave others as a manager or editor passes on. */
export function removeStaff(ctx: Context, roomId: number, userId: number): Promise<void> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'revokeAccess');
    const row = await queries.findStaffRow(ctx.db, roomId, userId);
    if (!row) throw staffNotFound();
    const role = await readRole(ctx, roomId, userId);
    if (role === 'manager') await endManagement(ctx, room, userId);
    else await passOnGivenAccess(ctx, roomId, userId);
    await endCollaboration(ctx, roomId, userId, async () => {});
    if (await queries.findStaffRow(ctx.db, roomId, userId))
      throw new AppError(
        'conflict',
        'This person was invited to all folders. Revoke that access where it was given.',
      );
    await auditStaff(ctx, 'room.remove-staff', room, { userId, username: row.username, role });
  });
}

async function readRole(
  ctx: Context,
  roomId: number,
  userId: number,
): Promise<StaffMember['role'] | undefined> {
  const row = await queries.findStaffRow(ctx.db, roomId, userId);
  return row && presentStaff(row).role;
}

/** Takes the role of a manager from a person; the root folder of a former owner passes to the manager who was appointed first. */
async function endManagement(ctx: Context, room: LoadedRoom, userId: number): Promise<void> {
  await queries.removeManagerRow(ctx.db, room.id, userId);
  if ((await queries.findRootOwnerId(ctx.db, room.id)) === userId) {
    const next = await queries.findFirstManager(ctx.db, room.id);
    if (!next) throw new AppError('conflict', NEEDS_MANAGER);
    await queries.setRootOwner(ctx.db, room.id, next.user_id);
    await queries.removeManagerRow(ctx.db, room.id, next.user_id);
  }
  await passOnGivenAccess(ctx, room.id, userId);
}

const auditStaff = (
  ctx: Context,
  action: 'room.appoint' | 'room.remove-staff',
  room: LoadedRoom,
  details: Readonly<Record<string, unknown>>,
): Promise<void> => audit(ctx, { action, object: { kind: 'folder', id: room.id, name: room.name }, details });
