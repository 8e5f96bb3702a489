import { authorizeInRoom } from '#server/access/authorize.ts';
import type { Context } from '#server/context.ts';
import { listMails, type MailRow } from './queries.ts';

export async function listOutbox(
  ctx: Context,
  limit: number,
  cursor: number | undefined,
): Promise<MailRow[]> {
  authorizeInRoom(ctx.actor, 'seeOutbox');
  return listMails(ctx.db, limit, cursor);
}
