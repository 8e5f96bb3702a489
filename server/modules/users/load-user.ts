import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { type UserAction, userPolicy } from '#shared/policies/users.ts';
import { findActiveUser, type UserRow } from './queries.ts';

const FORBIDDEN: Readonly<Record<UserAction, string>> = {
  update: 'Only administrators can change accounts',
  setPassword: 'Change your own password in your settings',
  setAddress:
    'Change your own email address in your settings. Without a password of your own, ask another administrator.',
  demote: "You can't remove your own administrator rights. Ask another administrator.",
  removeFactors: 'Only administrators can remove the second factor of others',
  liftSignInLimits: 'Only administrators can let an account sign in again',
  delete: "You can't delete your own account. Ask another administrator.",
};

/** Loads the account of another user for the actions, or refuses. No use case gets one in another way. */
export async function loadUser(ctx: Context, id: number, actions: readonly UserAction[]): Promise<UserRow> {
  authorizeSystemAction(ctx.actor, 'manageUsers');
  const user = await findActiveUser(ctx.db, id);
  if (!user) throw new AppError('not-found', 'Account not found');
  const forbidden = actions.find((action) => !userPolicy[action](ctx.actor, user));
  if (forbidden) throw new AppError('forbidden', FORBIDDEN[forbidden]);
  return user;
}
