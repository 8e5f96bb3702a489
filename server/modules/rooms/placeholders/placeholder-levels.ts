import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { loadPlaceholder } from '#server/authorization/placeholders/load-placeholder.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type { listPlaceholderLevels, setPlaceholderLevels } from '#shared/contracts/rooms/placeholders.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { listGroups } from '../groups/queries.ts';
import { listLevels, removeLevels, saveLevels } from './level-queries.ts';

type Levels = ResultOf<typeof listPlaceholderLevels>;

const GROUP_NOT_FOUND = 'The group could not be found.';

/** Lists the groups of the room with their levels on a placeholder, for its staff. */
export async function readPlaceholderLevels(ctx: Context, id: number): Promise<Levels> {
  const { folder } = await loadPlaceholder(ctx, id);
  const roomId = roomOf(folder);
  await loadRoom(ctx, roomId, 'view');
  const access = (await findFolderAccess(ctx.db, ctx, [roomId]))(roomId);
  const levels = new Map((await listLevels(ctx.db, id)).map(({ group_id, level }) => [group_id, level]));
  return {
    mayChange: roomPolicy.manage(ctx.actor, access),
    levels: (await listGroups(ctx.db, roomId)).map((group) => ({
      groupId: group.id,
      groupName: group.name,
      level: levels.get(group.id) ?? null,
    })),
  };
}

/** Sets levels of groups on a placeholder, which the file that replaces it takes over; `null` gives the level of the folder. */
export function changePlaceholderLevels(
  ctx: Context,
  id: number,
  { levels }: BodyOf<typeof setPlaceholderLevels>,
): Promise<Levels> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { placeholder, folder } = await loadPlaceholder(ctx, id);
    const room = await loadRoom(ctx, roomOf(folder), 'manage');
    const known = new Set((await listGroups(ctx.db, room.id)).map((group) => group.id));
    if (!levels.every(({ groupId }) => known.has(groupId))) throw new AppError('not-found', GROUP_NOT_FOUND);
    const wanted = new Map(levels.map(({ groupId, level }) => [groupId, level]));
    await removeLevels(ctx.db, id, [...wanted.keys()]);
    await saveLevels(
      ctx.db,
      [...wanted].flatMap(([groupId, level]) =>
        level === null
          ? []
          : {
              placeholder_id: id,
              group_id: groupId,
              level,
              granted_by_id: ctx.actor.id,
              granted_at: ctx.now(),
            },
      ),
    );
    await audit(ctx, {
      action: 'placeholder.update',
      object: { kind: 'folder', id: folder.id, name: folder.name },
      details: {
        placeholderId: id,
        name: placeholder.name,
        levels: [...wanted].map(([groupId, level]) => ({ groupId, level })),
      },
    });
    return readPlaceholderLevels(ctx, id);
  });
}

function roomOf({ roomId }: { roomId?: number | undefined }): number {
  if (roomId === undefined) throw new AppError('conflict', 'Only folders of a room have placeholders.');
  return roomId;
}
