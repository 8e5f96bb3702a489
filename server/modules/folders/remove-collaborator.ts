import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { findCollaborator, removeCollaboratorRow } from './collaborator-queries.ts';

/** Takes edit access back, from the next request on; what they made in the folder stays there. */
export function removeCollaborator(ctx: Context, folderId: number, userId: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadFolder(ctx, folderId, 'manageAccess');
    const collaborator = await findCollaborator(ctx.db, folderId, userId);
    if (!collaborator) throw new AppError('not-found', 'This user is not a collaborator of this folder');
    await removeCollaboratorRow(ctx.db, folderId, userId);
    await audit(ctx, {
      action: 'collaborator.remove',
      object: { kind: 'folder', id: folderId, name: folder.name },
      details: { userId, username: collaborator.username },
    });
  });
}
