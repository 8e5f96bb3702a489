import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { findCollaborator } from './collaborator-queries.ts';
import { endCollaboration } from './end-collaboration.ts';
import { passOnAllGivenAccess } from './pass-on-given-access.ts';

/**
 * Revokes a user's edit access from the next request on; what they created in the folder stays there. What they gave others
 * in the folder and below it ends with it, unless it passes to the owner.
 */
export function removeCollaborator(
  ctx: Context,
  folderId: number,
  userId: number,
  givenAccess: 'end' | 'transfer',
): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadFolder(ctx, folderId, 'revokeAccess');
    const collaborator = await findCollaborator(ctx.db, folderId, userId);
    if (!collaborator) throw new AppError('not-found', 'This user is not a collaborator of this folder');
    const transferred = givenAccess === 'transfer' && (await passOnAllGivenAccess(ctx, folderId, userId));
    await endCollaboration(ctx, folderId, userId, () =>
      audit(ctx, {
        action: 'collaborator.remove',
        object: { kind: 'folder', id: folderId, name: folder.name },
        details: { userId, username: collaborator.username, ...transferred },
      }),
    );
  });
}
