import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { endUserSessions } from '#server/authorization/sessions.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { loadUser } from './load-user.ts';
import {
  listClosedRoomsOf,
  passRoomsOn,
  removeUserRows,
  revokeInvitationsBy,
  setUser,
  transferOwnership,
} from './queries.ts';

/**
 * Deletes an account at once. The administrator who deletes it becomes the owner of its content, trash included; its name and
 * e-mail are free again. The row stays, because the audit log and the file views refer to it.
 */
export function deleteUser(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'users', (ctx) =>
    // Nothing may be created by the account, nor shared with it, while its content changes owner.
    withLock(ctx, 'folder-tree', async (before) => {
      const ctx = await reloadUser(before);
      const user = await loadUser(ctx, id, ['delete']);
      if (user.is_admin === 1) await assertReauthenticated(ctx);
      await keepRoomsFromAdministrators(ctx, id);
      await transferOwnership(ctx.db, id, ctx.actor.id);
      await removeUserRows(ctx.db, id);
      await revokeInvitationsBy(ctx.db, id, ctx.now());
      await endUserSessions(ctx, id);
      await setUser(ctx.db, id, { deleted_at: ctx.now(), avatar_token: null, avatar_blob_key: null });
      await publish(ctx, 'files.ownership_transferred', { ownerId: ctx.actor.id });
      await audit(ctx, {
        action: 'user.delete',
        object: { kind: 'user', id, name: user.username },
        details: { email: user.email, ownershipTransferredTo: ctx.actor.id },
      });
    }),
  );
}

/** Passes the rooms of an account that administrators may not read to their other managers, or refuses where there is none. */
async function keepRoomsFromAdministrators({ db }: Context, id: number): Promise<void> {
  const rooms = await listClosedRoomsOf(db, id);
  const alone = rooms.find(({ heir_id }) => heir_id === null);
  if (alone)
    throw new AppError(
      'conflict',
      `This account alone manages the room “${alone.name}”, which administrators may not read. Open emergency access to it and appoint another manager first.`,
    );
  await passRoomsOn(db, rooms);
}
