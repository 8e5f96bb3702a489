import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { findCollaborator } from './collaborator-queries.ts';
import { endCollaboration } from './end-collaboration.ts';

/** Ends the actor's own access to a folder that somebody shared with them, and what they gave others in it. */
export function leaveFolder(ctx: Context, folderId: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadFolder(ctx, folderId, 'leave');
    const own = ctx.actor.kind === 'user' && (await findCollaborator(ctx.db, folderId, ctx.actor.id));
    if (!own)
      throw new AppError(
        'conflict',
        'You have access to this folder through a folder above it. Leave that folder instead.',
      );
    await endCollaboration(ctx, folderId, own.id, () =>
      audit(ctx, {
        action: 'collaborator.leave',
        object: { kind: 'folder', id: folderId, name: folder.name },
      }),
    );
  });
}
