import type { Context } from '#server/app/context.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
import { listCollaboratorsOf } from './collaborator-queries.ts';
import { presentCollaborator } from './presenter.ts';

/** Returns one row more than `limit` when there is another page. */
export async function listCollaborators(
  ctx: Context,
  folderId: number,
  limit: number,
  cursor: number | undefined,
): Promise<Collaborator[]> {
  const folder = await loadFolder(ctx, folderId, 'seeAccess');
  return (await listCollaboratorsOf(ctx.db, folder.id, limit, cursor)).map(presentCollaborator);
}
