import { type Context, withLock } from '#server/app/context.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { loadUser } from './load-user.ts';
import { removeAccount } from './remove-account.ts';

/**
 * Deletes an account at once. The administrator who deletes it becomes the owner of its content, trash included; its name and
 * e-mail are free again. The row stays, because the audit log and the file views refer to it.
 */
export function deleteUser(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'users', (ctx) =>
    withLockAsUser(ctx, 'folder-tree', async (ctx) => {
      const user = await loadUser(ctx, id, ['delete']);
      if (user.is_admin === 1) await assertReauthenticated(ctx);
      await removeAccount(ctx, user, ctx.actor.id);
    }),
  );
}
