import { withActorNow } from '#server/authorization/reload-actor.ts';
import { endSessionsOf } from '#server/authorization/sessions.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { state } from '#server/app/domain-events.ts';
import { loadUser } from './load-user.ts';
import { handOver, removeBelongings, revokeInvitationsOf, setUser } from './queries.ts';

/**
 * Ends an account at once. What it owns, trash included, goes to the administrator who deletes it; its name and e-mail
 * are free again. The row stays, for what the log and the list of views say of it.
 */
export function deleteUser(ctx: Context, id: number): Promise<void> {
  return transactionAlone(ctx, 'users', (ctx) =>
    // Nothing may be made in the account's name, nor shared with it, while it is handed over.
    transactionAlone(ctx, 'folder-tree', async (before) => {
      const ctx = await withActorNow(before);
      const user = await loadUser(ctx, id, ['delete']);
      await handOver(ctx.db, id, ctx.actor.id);
      await removeBelongings(ctx.db, id);
      await revokeInvitationsOf(ctx.db, id, ctx.now());
      await endSessionsOf(ctx, id);
      await setUser(ctx.db, id, { deleted_at: ctx.now() });
      await state(ctx, 'files.handed-over', { ownerId: ctx.actor.id });
      await record(ctx, {
        action: 'user.delete',
        object: { kind: 'user', id, name: user.username },
        details: { email: user.email, handedOverTo: ctx.actor.id },
      });
    }),
  );
}
