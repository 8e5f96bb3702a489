import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { blockedRoomIdsOf } from '#shared/policies/actor.ts';
import { selfAndDescendants } from '../folder-descendants.ts';
import { fileFoldersOf, isVisibleFile, visibleTo } from '../visible-to.ts';

/** Tells whether the actor sees anything in a room, be it one file. */
export async function seesRoom(ctx: Context, roomId: number): Promise<boolean> {
  const { actor, db } = ctx;
  if (actor.kind === 'anonymous' || blockedRoomIdsOf(actor).includes(roomId)) return false;
  const room = await db
    .selectFrom('rooms')
    .innerJoin('folders', 'folders.id', 'rooms.folder_id')
    .select('rooms.folder_id')
    .where('rooms.folder_id', '=', roomId)
    .where('folders.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!room) return false;
  const inRoom = selfAndDescendants([roomId], sql`folders`);
  const folder = await db
    .selectFrom(visibleTo(ctx))
    .select('visible.id')
    .where(sql<boolean>`visible.id in (${inRoom})`)
    .limit(1)
    .executeTakeFirst();
  if (folder) return true;
  const file = await db
    .selectFrom('files')
    .leftJoin(fileFoldersOf(ctx), 'visible.id', 'files.folder_id')
    .select('files.id')
    .where('files.deleted_at', 'is', null)
    .where(sql<boolean>`files.folder_id in (${inRoom})`)
    .where(isVisibleFile(ctx))
    .limit(1)
    .executeTakeFirst();
  return file !== undefined;
}
