import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { accessOf } from '#server/authorization/access-level.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { limitCollaboratorIds } from '#server/modules/folders/limit-collaborator-ids.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { Room } from '#shared/contracts/rooms/rooms.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { insertRoom, isRoom, listRooms as queryRooms, summarizeRooms } from './queries.ts';
import { appointWithinLimits } from './staff/appoint-staff.ts';
import { listManagerNames } from './staff/queries.ts';
import { layOutTemplate } from './templates/lay-out-template.ts';
import { readTemplate } from './templates/list-templates.ts';

/** Lists the rooms of which the actor is staff, one more than `limit`. */
export async function listRooms(
  ctx: Context,
  page: PageRequest,
  { withFigures = false }: { withFigures?: boolean } = {},
): Promise<Room[]> {
  const rows = await queryRooms(ctx.db, ctx, page);
  const ids = withFigures ? rows.map(({ id }) => id) : [];
  const figures = await summarizeRooms(ctx.db, ids);
  const managers = await listManagerNames(ctx.db, ids);
  return rows.map(({ id, name, code_name, state, created_at, access_level }) => {
    const room = { ...accessOf(access_level), roomId: id };
    const mayManage = roomPolicy.manage(ctx.actor, room);
    // An administrator learns who manages it, and nothing of what is in it.
    const isClosed = !roomPolicy.view(ctx.actor, room);
    const { count = 0, changed_at = created_at } = figures.get(id) ?? {};
    return {
      id,
      name,
      codeName: isClosed ? null : code_name,
      state,
      staffRole: mayManage ? 'manager' : 'editor',
      ...(isClosed && { needsEmergencyAccess: true as const }),
      ...(withFigures && isClosed && { managers: managers.get(id) ?? [] }),
      ...(withFigures &&
        !isClosed && {
          managers: managers.get(id) ?? [],
          documentCount: count,
          lastActivityAt: isoInstant(changed_at),
        }),
    };
  });
}

interface ConvertedFolder {
  readonly folderId: number;
  readonly codeName?: string | null | undefined;
  readonly templateId?: number | undefined;
  readonly state?: 'preparation' | 'open' | undefined;
  readonly managerIds?: readonly number[] | undefined;
}

/**
 * Makes a root folder a room, with what a template adds to it. Nobody's access changes until groups are given some, except that
 * of the managers who are appointed with it, and that a room in preparation is for its staff alone.
 */
export async function createRoom(
  ctx: Context,
  { folderId, codeName: givenCodeName, templateId, state = 'open', managerIds = [] }: ConvertedFolder,
): Promise<Room> {
  const others = [...new Set(managerIds)].filter((id) => !isSelf(ctx.actor, id));
  // Counted outside of the transaction, which a refusal undoes.
  for (const id of others) await limitCollaboratorIds(ctx, id);
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadFolder(ctx, folderId, 'manageAccess');
    const codeName = givenCodeName || null;
    if (folder.parent_id !== null) throw new AppError('conflict', 'Only a root folder can become a room.');
    if (await isRoom(ctx.db, folderId)) throw new AppError('conflict', 'This folder is a room already.');
    await insertRoom(ctx.db, {
      folder_id: folderId,
      created_by_id: ctx.actor.id,
      created_at: ctx.now(),
      code_name: codeName,
      state,
      ...(state === 'open' && { opened_at: ctx.now() }),
    });
    await audit(ctx, {
      action: 'room.create',
      object: { kind: 'folder', id: folderId, name: folder.name },
      details: { state, ...(templateId !== undefined && { templateId }) },
    });
    for (const userId of others) await appointWithinLimits(ctx, folderId, userId, 'manager');
    if (templateId !== undefined) await layOutTemplate(ctx, folder, await readTemplate(ctx, templateId));
    return { id: folderId, name: folder.name, codeName, state, staffRole: 'manager' };
  });
}
