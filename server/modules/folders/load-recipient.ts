import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { type CollaboratorRow, findActiveUser } from './collaborator-queries.ts';

/** Returns the account that the actor wants to give access to a folder, or refuses. */
export async function loadRecipient(ctx: Context, userId: number): Promise<CollaboratorRow> {
  const person = await findActiveUser(ctx.db, userId);
  if (!person) throw refuseRecipient('not-found', 'Account not found');
  if (ctx.mailer && person.email_verified_at === null && !isAdmin(ctx.actor))
    throw refuseRecipient(
      'conflict',
      'This account has not confirmed its email address yet. Send an invitation instead.',
    );
  return person;
}

export const refuseRecipient = (code: 'not-found' | 'conflict', message: string): AppError =>
  new AppError(code, message, { fields: { userId: message } });
