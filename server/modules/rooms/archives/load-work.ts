import { type Context, type Services, systemContext } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { asGroup } from '#server/authorization/groups/as-group.ts';
import {
  type GroupRow,
  type LoadedRoom,
  loadGroup,
  loadRoom,
} from '#server/authorization/groups/load-room.ts';
import type { JobRights } from '#server/authorization/job-rights.ts';
import { requireUsername } from '#server/authorization/readers/username.ts';
import { asUser } from '#server/authorization/reload-actor.ts';
import type { ArchiveRow } from './archive-queries.ts';

/** The archive as it is being made. */
export interface Work {
  readonly archive: ArchiveRow;
  readonly rights: JobRights;
  readonly room: LoadedRoom;
  /** The name of the room in the archive: of one group, what its members call it. */
  readonly roomName: string;
  readonly group: GroupRow | undefined;
  /** The context in which the policies decide: that of the manager, or of the group. */
  readonly reader: Context;
  readonly createdBy: string;
}

/** Loads what the manager may still do; refuses once they may not. */
export async function loadWork(services: Services, archive: ArchiveRow, rights: JobRights): Promise<Work> {
  const manager = await asUser(systemContext(services), archive.requested_by_id, rights);
  const room = await loadRoom(manager, archive.room_id, 'evidence');
  const group =
    archive.group_id === null ? undefined : (await loadGroup(manager, archive.group_id, 'evidence')).group;
  if (group && group.ends_at !== null && group.ends_at <= services.now())
    throw new AppError('conflict', 'This group has ended.');
  const viewed = group && { roomId: room.id, groupId: group.id, requestedById: manager.actor.id };
  const createdBy = await requireUsername(services.db, manager.actor.id);
  const roomName = group ? room.nameForMembers : room.name;
  return {
    archive,
    rights,
    room,
    roomName,
    group,
    reader: viewed ? asGroup(services, viewed) : manager,
    createdBy,
  };
}
