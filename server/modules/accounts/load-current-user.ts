import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findUser, type UserRow } from './queries.ts';

/** Loads the account of the requester. */
export async function loadCurrentUser(ctx: Context): Promise<UserRow> {
  const user = ctx.actor.kind === 'user' ? await findUser(ctx.db, ctx.actor.id) : undefined;
  if (!user) throw new AppError('unauthenticated', 'Sign in first');
  return user;
}
