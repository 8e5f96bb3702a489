import type { Context } from '#server/app/context.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import type { listInheritedAccess as contract } from '#shared/contracts/collaborators.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { listCollaboratorGrants, listFolderPath, listVisitorGrants } from './inherited-access-queries.ts';

/** Limit of each list; the panel that shows them is no directory. */
const MAX_LISTED_GRANTS = 500;

/**
 * Lists who can open a folder besides its own collaborators. A folder above whose access the caller does not manage
 * adds nobody to the lists: its other parties must not learn of each other from a subfolder that they created.
 */
export async function listInheritedAccess(ctx: Context, id: number): Promise<ResultOf<typeof contract>> {
  const folder = await loadFolder(ctx, id, 'manageAccess');
  const path = new Map(
    (await listFolderPath(ctx.db, folder.id)).map((row) => [row.id, { ...row, parentId: row.parent_id }]),
  );
  const accessTo = await findFolderAccess(ctx.db, ctx.actor, [...path.keys()]);
  // Nearest first.
  const pathIds = ancestorsAndSelf(path, folder.id);
  const managedIds = pathIds.filter((each) => folderPolicy.manageAccess(ctx.actor, accessTo(each)));
  const managesAll = managedIds.length === pathIds.length;
  const page = { folderId: folder.id, managedIds, limit: MAX_LISTED_GRANTS };
  const collaborators = await listCollaboratorGrants(ctx.db, page);
  const visitors = await listVisitorGrants(ctx.db, { ...page, now: ctx.now() });

  const describe = <Grant extends { folder_id: number | null }>(grant: Grant) => {
    const { folder_id, ...rest } = grant;
    const name = folder_id === null ? null : (path.get(folder_id)?.name ?? null);
    return { ...rest, folderId: folder_id, folderName: name };
  };
  const isListed = ({ folder_id }: { folder_id: number | null }) => folder_id !== null || managesAll;
  return {
    collaborators: keepNearest(collaborators.filter(isListed), pathIds)
      .filter(({ folder_id }) => folder_id !== folder.id)
      .map(describe),
    visitors: keepNearest(visitors.filter(isListed), pathIds)
      .map(describe)
      .map(({ id: invitationId, email, expires_at, ...rest }) => ({
        invitationId,
        email: email === '' ? null : email,
        expiresAt: new Date(expires_at).toISOString(),
        ...rest,
      })),
    isComplete:
      managesAll && collaborators.length <= MAX_LISTED_GRANTS && visitors.length <= MAX_LISTED_GRANTS,
  };
}

/** Keeps each person's grant on the nearest folder; a grant on all folders comes last. */
function keepNearest<Grant extends { id: number; folder_id: number | null }>(
  grants: readonly Grant[],
  pathIds: readonly number[],
): Grant[] {
  const distance = ({ folder_id }: Grant) =>
    folder_id === null ? Number.POSITIVE_INFINITY : pathIds.indexOf(folder_id);
  const nearest = new Map<number, Grant>();
  for (const grant of grants) {
    const known = nearest.get(grant.id);
    if (!known || distance(grant) < distance(known)) nearest.set(grant.id, grant);
  }
  return [...nearest.values()];
}
