import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { createFolder } from '#server/modules/folders/create-folder.ts';
import { limitCollaboratorIds } from '#server/modules/folders/limit-collaborator-ids.ts';
import type { Room } from '#shared/contracts/rooms/rooms.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { insertRoom } from '../queries.ts';
import { appointWithinLimits } from '../staff/appoint-staff.ts';
import { layOutTemplate } from './lay-out-template.ts';
import { readTemplate } from './list-templates.ts';

interface NewRoom {
  readonly name: string;
  readonly codeName?: string | null | undefined;
  readonly templateId?: number | undefined;
  readonly state?: 'preparation' | 'open' | undefined;
  readonly managerIds?: readonly number[] | undefined;
}

/** Creates a root folder as a room with the managers and with what the template contains: all of it or nothing. */
export async function createNewRoom(
  ctx: Context,
  { name, codeName: givenCodeName, templateId, state = 'preparation', managerIds = [] }: NewRoom,
): Promise<Room> {
  const others = [...new Set(managerIds)].filter((id) => !isSelf(ctx.actor, id));
  // Counted outside of the transaction, which a refusal undoes.
  for (const id of others) await limitCollaboratorIds(ctx, id);
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { id } = await createFolder(ctx, { name, parentId: null });
    const codeName = givenCodeName || null;
    await insertRoom(ctx.db, {
      folder_id: id,
      created_by_id: ctx.actor.id,
      created_at: ctx.now(),
      code_name: codeName,
      state,
      ...(state === 'open' && { opened_at: ctx.now() }),
    });
    await audit(ctx, {
      action: 'room.create',
      object: { kind: 'folder', id, name },
      details: { state, ...(templateId !== undefined && { templateId }) },
    });
    for (const userId of others) await appointWithinLimits(ctx, id, userId, 'manager');
    if (templateId !== undefined)
      await layOutTemplate(ctx, { id, name }, await readTemplate(ctx, templateId));
    return { id, name, codeName, state, staffRole: 'manager' };
  });
}
