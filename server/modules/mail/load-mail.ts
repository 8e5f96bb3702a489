import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { findMail, type MailRow } from './queries.ts';

export async function loadMail(ctx: Context, id: number): Promise<MailRow> {
  authorizeSystemAction(ctx.actor, 'seeOutbox');
  const mail = await findMail(ctx.db, id);
  if (!mail) throw new AppError('not-found', 'The mail could not be found');
  return mail;
}
