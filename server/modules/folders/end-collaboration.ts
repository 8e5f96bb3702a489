import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { removeCollaboratorRow, removeInactiveCollaborators } from './collaborator-queries.ts';

/**
 * Ends a user's edit access to a folder, records it with `auditEnd`, and then ends and records what the user gave others in
 * the folder and below it.
 */
export async function endCollaboration(
  ctx: Context,
  folderId: number,
  userId: number,
  auditEnd: () => Promise<void>,
): Promise<void> {
  await removeCollaboratorRow(ctx.db, folderId, userId);
  await auditEnd();
  for (const ended of await removeInactiveCollaborators(ctx.db, folderId))
    await audit(ctx, {
      action: 'collaborator.remove',
      object: { kind: 'folder', id: ended.folder_id, name: '' },
      details: { userId: ended.user_id, becauseOfUserId: userId },
    });
}
