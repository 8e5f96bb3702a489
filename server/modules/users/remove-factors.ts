import type { Context } from '#server/app/context.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { endUserSessions } from '#server/authorization/sessions.ts';
import { assertReauthenticated } from '#server/authorization/sign-in/reauthentication.ts';
import { removeUserFactors } from '#server/modules/accounts/second-factor/remove-factor.ts';
import { loadUser } from './load-user.ts';

/** Removes the second factor of a user who lost it, and ends their sessions, since who has the device may be signed in. */
export function removeFactors(ctx: Context, id: number): Promise<void> {
  return withLockAsUser(ctx, 'users', async (ctx) => {
    const user = await loadUser(ctx, id, ['removeFactors']);
    await assertReauthenticated(ctx);
    await removeUserFactors(ctx, user);
    await endUserSessions(ctx, id);
  });
}
