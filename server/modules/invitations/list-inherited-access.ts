import type { Context } from '#server/app/context.ts';
import { presentPerson } from '#server/modules/accounts/present-person.ts';
import type { listInheritedAccess as contract } from '#shared/contracts/collaborators.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { listCollaboratorGrants, listVisitorGrants } from './inherited-access-queries.ts';
import { keepNearest, loadAccessPath } from './load-access-path.ts';

/** Limit of each list; the panel that shows them is no directory. */
const MAX_LISTED_GRANTS = 500;

/**
 * Lists who can open a folder besides its own collaborators. A folder above whose access the caller does not manage
 * adds nobody to the lists: its other parties must not learn of each other from a subfolder that they created.
 */
export async function listInheritedAccess(ctx: Context, id: number): Promise<ResultOf<typeof contract>> {
  const { folder, byId, pathIds, managedIds, managesAll } = await loadAccessPath(ctx, id);
  const page = { folderId: folder.id, managedIds, limit: MAX_LISTED_GRANTS };
  const collaborators = await listCollaboratorGrants(ctx.db, page);
  const visitors = await listVisitorGrants(ctx.db, { ...page, now: ctx.now() });

  const describe = <Grant extends { folder_id: number | null }>(grant: Grant) => {
    const { folder_id, ...rest } = grant;
    const name = folder_id === null ? null : (byId.get(folder_id)?.name ?? null);
    return { ...rest, folderId: folder_id, folderName: name };
  };
  const isListed = ({ folder_id }: { folder_id: number | null }) => folder_id !== null || managesAll;
  return {
    collaborators: keepNearest(collaborators.filter(isListed), pathIds)
      .filter(({ folder_id }) => folder_id !== folder.id)
      .map(describe)
      .map(({ display_name, avatar_token, ...rest }) => ({
        ...rest,
        ...presentPerson({ display_name, avatar_token }),
      })),
    visitors: keepNearest(visitors.filter(isListed), pathIds)
      .map(describe)
      .map(({ id: invitationId, email, expires_at, ...rest }) => ({
        invitationId,
        email: email === '' ? null : email,
        expiresAt: isoInstant(expires_at),
        ...rest,
      })),
    isComplete:
      managesAll && collaborators.length <= MAX_LISTED_GRANTS && visitors.length <= MAX_LISTED_GRANTS,
  };
}
