import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { endUserSessions } from '#server/authorization/sessions.ts';
import { passOnGivenAccessToOwner } from '#server/modules/folders/pass-on-given-access.ts';
import {
  listClosedRoomsOf,
  passRoomsOn,
  removeUserRows,
  revokeInvitationsBy,
  setUser,
  transferOwnership,
  type UserRow,
} from './queries.ts';

/**
 * Deletes an account inside a transaction that holds the locks `users` and `folder-tree`: nothing may be created by the account,
 * nor shared with it, while its content changes owner. Without an heir its content stays with the deleted account.
 */
export async function removeAccount(
  ctx: Context,
  user: Pick<UserRow, 'id' | 'username' | 'email'>,
  heirId: number | undefined,
): Promise<void> {
  const { id } = user;
  if (heirId !== undefined) {
    await keepRoomsFromAdministrators(ctx, id);
    await transferOwnership(ctx.db, id, heirId);
  }
  await removeUserRows(ctx.db, id);
  await revokeInvitationsBy(ctx.db, id, ctx.now());
  await endUserSessions(ctx, id);
  await setUser(ctx.db, id, { deleted_at: ctx.now(), avatar_token: null, avatar_blob_key: null });
  if (heirId !== undefined) await publish(ctx, 'files.ownership_transferred', { ownerId: heirId });
  await audit(ctx, {
    action: 'user.delete',
    object: { kind: 'user', id, name: user.username },
    details: { email: user.email, ownershipTransferredTo: heirId ?? null },
  });
}

/** Passes the rooms of an account that administrators may not read to their other managers, or refuses where there is none. */
async function keepRoomsFromAdministrators(ctx: Context, id: number): Promise<void> {
  const rooms = await listClosedRoomsOf(ctx.db, id);
  const alone = rooms.find(({ heir_id }) => heir_id === null);
  if (alone)
    throw new AppError(
      'conflict',
      `This account alone manages the room “${alone.name}”, which administrators may not read. Open emergency access to it and appoint another manager first.`,
    );
  await passRoomsOn(ctx.db, rooms);
  // Access that an administrator gives counts in every folder, but only until they are none.
  for (const room of rooms) await passOnGivenAccessToOwner(ctx, room.id, id);
}
