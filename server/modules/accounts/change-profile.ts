import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateProfile } from '#shared/contracts/profile.ts';
import { changeNames } from './change-names.ts';
import { loadCurrentUser } from './load-current-user.ts';
import type { UserRow } from './queries.ts';

/** An e-mail gives no rights, whoever's it is: invitations are accepted with their token alone. */
export function changeProfile(ctx: Context, changes: BodyOf<typeof updateProfile>): Promise<UserRow> {
  authorizeSystemAction(ctx.actor, 'manageOwnProfile');
  return withLock(ctx, 'users', async (ctx) => {
    const before = await loadCurrentUser(ctx);
    await changeNames(ctx, before, {
      username: changes.username ?? before.username,
      email: changes.email ?? before.email,
    });
    await audit(ctx, {
      action: 'user.profile',
      object: { kind: 'user', id: before.id, name: before.username },
      details: { before: { username: before.username, email: before.email }, changes },
    });
    return loadCurrentUser(ctx);
  });
}
