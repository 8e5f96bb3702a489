import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { isAdminOf } from '#shared/policies/actor.ts';
import * as queries from './queries.ts';

export async function listOwnInvitations(
  ctx: Context,
  page: PageRequest,
): Promise<queries.ListedInvitation[]> {
  const { id: inviterId } = await loadCurrentUser(ctx);
  return withKnownNames(ctx, await queries.listInvitations(ctx.db, { inviterId, actor: ctx.actor, ...page }));
}

export async function listAllInvitations(
  ctx: Context,
  page: PageRequest,
): Promise<queries.ListedInvitation[]> {
  authorizeSystemAction(ctx.actor, 'seeInvitations');
  return withKnownNames(
    ctx,
    await queries.listInvitations(ctx.db, { inviterId: undefined, actor: ctx.actor, ...page }),
  );
}

/** Leaves out the name of the only folder of an invitation where the actor has no access to it any more. */
async function withKnownNames(
  ctx: Context,
  rows: readonly queries.ListedInvitation[],
): Promise<queries.ListedInvitation[]> {
  const folderIds = rows.flatMap(({ folder_id }) => folder_id ?? []);
  const access = await findFolderAccess(ctx.db, ctx, [...new Set(folderIds)]);
  const isKnown = (folderId: number) =>
    isAdminOf(ctx.actor, access(folderId)) || access(folderId).accessLevel !== 'none';
  return rows.map((row) =>
    row.folder_id === null || isKnown(row.folder_id) ? row : { ...row, folder_name: null },
  );
}
