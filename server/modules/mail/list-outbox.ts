import { authorizeInRoom } from '#server/authorization/authorize.ts';
import type { Context } from '#server/app/context.ts';
import { listMails, type MailRow } from './queries.ts';

export async function listOutbox(
  ctx: Context,
  limit: number,
  cursor: number | undefined,
): Promise<MailRow[]> {
  authorizeInRoom(ctx.actor, 'seeOutbox');
  return listMails(ctx.db, limit, cursor);
}
