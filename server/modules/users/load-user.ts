import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { type UserAction, userPolicy } from '#shared/policies/users.ts';
import { findActiveUser, type UserRow } from './queries.ts';

const FORBIDDEN: Readonly<Record<UserAction, string>> = {
  update: 'Only administrators can change accounts',
  setPassword: 'Change your own password in your settings, where the current one is asked for',
  demote: "You can't take your own administrator rights away. Another administrator can.",
  delete: "You can't delete your own account. Another administrator can.",
};

/** The only door to somebody else's account: the row, or a refusal. */
export async function loadUser(ctx: Context, id: number, actions: readonly UserAction[]): Promise<UserRow> {
  authorizeSystemAction(ctx.actor, 'manageUsers');
  const user = await findActiveUser(ctx.db, id);
  if (!user) throw new AppError('not-found', 'There is no such account');
  const forbidden = actions.find((action) => !userPolicy[action](ctx.actor, user));
  if (forbidden) throw new AppError('forbidden', FORBIDDEN[forbidden]);
  return user;
}
