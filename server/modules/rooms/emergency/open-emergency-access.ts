import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { EmergencyAccess } from '#shared/contracts/rooms/emergency.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import * as queries from './queries.ts';

const EMERGENCY_ACCESS_MS = 60 * 60 * 1000;

/**
 * Gives an administrator back, for an hour, the rights that a room takes from administrators. Nothing else extends or
 * renews it; each use is a row of its own, an audit event and a mail to every manager, in one transaction.
 */
export function openEmergencyAccess(
  ctx: Context,
  roomId: number,
  reason: string,
): Promise<{ expiresAt: string }> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'openEmergencyAccess');
    await assertReauthenticated(ctx);
    if (await queries.mayAdministratorsRead(ctx.db, roomId))
      throw new AppError('conflict', 'Administrators can read this room.');
    const createdAt = ctx.now();
    const expiresAt = createdAt + EMERGENCY_ACCESS_MS;
    await queries.insertAccess(ctx.db, { roomId, userId: ctx.actor.id, reason, createdAt, expiresAt });
    await audit(ctx, {
      action: 'room.emergency-access',
      object: { kind: 'folder', id: roomId, name: room.name },
      details: { reason, expiresAt: isoInstant(expiresAt) },
    });
    const { username } = await loadCurrentUser(ctx);
    for (const address of await queries.listManagerAddresses(ctx.db, roomId))
      await enqueueMail(ctx, address, {
        subject: `${username} opened emergency access to the room “${room.name}”`,
        roomId,
        paragraphs: [
          `The administrator ${username} can read and manage the room “${room.name}” until ${isoInstant(expiresAt).slice(0, 16).replace('T', ' ')} UTC.`,
          `Reason: ${reason}`,
        ],
        link: { label: 'Open the room', url: `${ctx.config.publicUrl}/rooms/${roomId}/settings` },
        reason: 'You received this email because you manage this room.',
      });
    return { expiresAt: isoInstant(expiresAt) };
  });
}

/** Lists the emergency accesses to a room for its staff, one more than `limit`. */
export async function listEmergencyAccesses(
  ctx: Context,
  roomId: number,
  page: PageRequest,
): Promise<EmergencyAccess[]> {
  await loadRoom(ctx, roomId, 'view');
  const rows = await queries.listAccesses(ctx.db, roomId, page);
  return rows.map(({ id, username, reason, created_at, expires_at }) => ({
    id,
    administrator: username,
    reason,
    createdAt: isoInstant(created_at),
    expiresAt: isoInstant(expires_at),
  }));
}
