import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { findRoomIdOf } from '#server/authorization/publication/room-of.ts';
import type { ManifestLevels } from '#server/modules/imports/compare-with-manifest.ts';
import { listGroups } from '../groups/queries.ts';
import { type NewGrant, setGrants } from './grant-queries.ts';

/** The grants that an event of the audit log names; a statement has parameters for more. */
const GRANTS_PER_EVENT = 500;

/** Sets the levels that the manifest of an import states, for managers of the room only. */
export const manifestLevels: ManifestLevels = {
  async findGroups(ctx, folderId) {
    const roomId = await findRoomIdOf(ctx, folderId);
    if (roomId === undefined) return { refused: 'the folder is in no room, so that groups are ignored' };
    if (!(await mayManage(ctx, roomId)))
      return { refused: 'only managers of the room set access levels; groups are ignored' };
    return new Map((await listGroups(ctx.db, roomId)).map(({ name, id }) => [name, id]));
  },

  async setLevels(ctx, folderId, kind, entries) {
    const roomId = await findRoomIdOf(ctx, folderId);
    if (roomId === undefined) return;
    // The creator may have become an editor since the check, and groups may have been deleted.
    const room = await loadRoom(ctx, roomId, 'manage');
    const groupIds = new Set((await listGroups(ctx.db, roomId)).map(({ id }) => id));
    const grants = entries.flatMap(({ id: entryId, levels }) =>
      Object.entries(levels).flatMap(([id, level]) =>
        groupIds.has(Number(id)) ? [{ group_id: Number(id), entry_id: entryId, level }] : [],
      ),
    );
    for (let at = 0; at < grants.length; at += GRANTS_PER_EVENT)
      await setBatch(ctx, room, kind, grants.slice(at, at + GRANTS_PER_EVENT));
  },
};

async function setBatch(
  ctx: Context,
  room: LoadedRoom,
  kind: 'folder' | 'file',
  grants: readonly Pick<NewGrant, 'group_id' | 'entry_id' | 'level'>[],
): Promise<void> {
  const granted = { granted_by_id: actorId(ctx), granted_at: ctx.now() };
  await setGrants(
    ctx.db,
    kind,
    grants.map((grant) => ({ ...grant, ...granted })),
  );
  await audit(ctx, {
    action: 'permissions.update',
    object: { kind: 'folder', id: room.id, name: room.name },
    details: {
      cells: grants.map(({ group_id: groupId, entry_id: id, level }) => ({
        kind,
        id,
        groupId,
        level,
      })),
    },
  });
}

const actorId = ({ actor }: Context): number => (actor.kind === 'user' ? actor.id : 0);

async function mayManage(ctx: Context, roomId: number): Promise<boolean> {
  try {
    await loadRoom(ctx, roomId, 'manage');
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
