import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { findUserAccessLevel } from '#server/authorization/access-level.ts';
import { assertRoomAllows } from '#server/authorization/grants/assert-room-allows.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import type { Collaborator } from '#shared/contracts/collaborators.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { findCollaborator, insertCollaborator } from './collaborator-queries.ts';
import { loadRecipient, refuseRecipient as refusal } from './load-recipient.ts';
import { presentCollaborator } from './presenter.ts';

/** Gives a user edit access to a folder and everything below it, for as long as the actor may give it. */
export function addCollaborator(ctx: Context, folderId: number, userId: number): Promise<Collaborator> {
  // The lock of the tree covers its access rights: the account may not be deleted, nor the folder transferred,
  // meanwhile.
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadFolder(ctx, folderId, 'manageAccess');
    const person = await loadRecipient(ctx, userId);
    await assertRoomAllows(ctx, 'collaborators', [folderId], person.email.toLowerCase());
    if (isSelf(ctx.actor, userId)) throw refusal('conflict', 'You already have full access to this folder');
    if ((await findUserAccessLevel(ctx.db, userId, folderId)) === 'owner')
      throw refusal('conflict', `${person.username} already owns this folder`);
    if (await findCollaborator(ctx.db, folderId, userId))
      throw refusal('conflict', `${person.username} is already a collaborator`);
    const giverId = ctx.actor.kind === 'user' ? ctx.actor.id : null;
    await insertCollaborator(ctx.db, { folderId, userId, giverId }, ctx.now());
    await audit(ctx, {
      action: 'collaborator.add',
      object: { kind: 'folder', id: folderId, name: folder.name },
      details: { userId, username: person.username },
    });
    if (ctx.actor.kind === 'user')
      await publish(ctx, 'collaborator.added', { folderId, userId, byId: ctx.actor.id });
    return presentCollaborator(person);
  });
}
