import { authorizeInRoom } from '#server/authorization/authorize.ts';
import type { Context } from '#server/app/context.ts';
import { loadSelf } from '#server/modules/accounts/load-current-user.ts';
import * as queries from './queries.ts';

interface Page {
  limit: number;
  cursor: number | undefined;
}

export async function listOwnInvitations(ctx: Context, page: Page): Promise<queries.ListedInvitation[]> {
  const { id: inviterId } = await loadSelf(ctx);
  return queries.listInvitations(ctx.db, { inviterId, ...page });
}

export async function listAllInvitations(ctx: Context, page: Page): Promise<queries.ListedInvitation[]> {
  authorizeInRoom(ctx.actor, 'seeInvitations');
  return queries.listInvitations(ctx.db, { inviterId: undefined, ...page });
}
