import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import * as queries from './queries.ts';

interface Page {
  limit: number;
  cursor: number | undefined;
}

export async function listOwnInvitations(ctx: Context, page: Page): Promise<queries.ListedInvitation[]> {
  const { id: inviterId } = await loadCurrentUser(ctx);
  return queries.listInvitations(ctx.db, { inviterId, actor: ctx.actor, ...page });
}

export async function listAllInvitations(ctx: Context, page: Page): Promise<queries.ListedInvitation[]> {
  authorizeSystemAction(ctx.actor, 'seeInvitations');
  return queries.listInvitations(ctx.db, { inviterId: undefined, actor: ctx.actor, ...page });
}
