import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { listMails, type MailRow } from './queries.ts';

export async function listOutbox(
  ctx: Context,
  limit: number,
  cursor: number | undefined,
): Promise<MailRow[]> {
  authorizeSystemAction(ctx.actor, 'seeOutbox');
  return listMails(ctx.db, limit, cursor);
}
