import { type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { foldersOfRooms } from '#server/authorization/addresses/blocked-folders.ts';
import { filesLinkedTo } from '#server/authorization/links/linked-files.ts';
import { visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { rootOwnerId } from '#shared/policies/actor.ts';

/** Lists the rooms that these groups are of, each once. */
export async function listRoomsOfGroups(db: Database, groupIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('room_groups')
    .select('room_id')
    .distinct()
    .where('id', 'in', groupIds)
    .execute();
  return rows.map(({ room_id }) => room_id);
}

/**
 * Tells whether the actor sees more than a room: a folder that is not in it, or a file of their own or of their link that is not.
 */
export async function seesMoreThanRoom(db: Database, requester: Requester, roomId: number): Promise<boolean> {
  const { actor } = requester;
  const folder = await db
    .selectFrom(visibleTo(requester))
    .select('visible.id')
    .where('visible.id', 'not in', foldersOfRooms([roomId]))
    .limit(1)
    .executeTakeFirst();
  if (folder) return true;
  const isOutside = sql<SqlBool>`(folder_id is null or folder_id not in ${foldersOfRooms([roomId])})`;
  const isOwn = sql<SqlBool>`(folder_id is null and owner_id = ${rootOwnerId(actor) ?? 0})`;
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(
      actor.kind === 'visitor'
        ? sql<SqlBool>`id in ${filesLinkedTo(actor.invitationId, requester)} and ${isOutside}`
        : isOwn,
    )
    .limit(1)
    .executeTakeFirst();
  return file !== undefined;
}
