import type { Context } from '#server/app/context.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import type { listAccessBelow as contract } from '#shared/contracts/collaborators.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { listCollaboratorsBelow, listVisitorsBelow } from './access-below-queries.ts';

/** Limit of each list; the panel that shows them is no directory. */
const MAX_LISTED_GRANTS = 500;

/** Lists who has access to the folders below a folder, and through whom: the owner of a folder owns all below it. */
export async function listAccessBelow(ctx: Context, id: number): Promise<ResultOf<typeof contract>> {
  const folder = await loadFolder(ctx, id, 'seeAccess');
  const collaborators = await listCollaboratorsBelow(ctx.db, folder.id, MAX_LISTED_GRANTS);
  const page = { folderId: folder.id, limit: MAX_LISTED_GRANTS, now: ctx.now() };
  const visitors = await listVisitorsBelow(ctx.db, page);
  const describe = (grant: (typeof collaborators)[number] | (typeof visitors)[number]) => ({
    folderId: grant.folder_id,
    folderName: grant.folder_name,
    givenBy: grant.giver_id === null ? null : { id: grant.giver_id, username: grant.giver_name ?? '' },
  });
  return {
    collaborators: collaborators.slice(0, MAX_LISTED_GRANTS).map((grant) => ({
      id: grant.id,
      username: grant.username,
      email: grant.email,
      ...describe(grant),
    })),
    visitors: visitors.slice(0, MAX_LISTED_GRANTS).map((grant) => ({
      invitationId: grant.invitation_id,
      email: grant.email === '' ? null : grant.email,
      expiresAt: isoInstant(grant.expires_at),
      ...describe(grant),
    })),
    isComplete: collaborators.length <= MAX_LISTED_GRANTS && visitors.length <= MAX_LISTED_GRANTS,
  };
}
