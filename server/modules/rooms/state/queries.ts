import { type Selectable, sql } from 'kysely';
import { roomState } from '#server/authorization/grants/room-state.ts';
import type { Database } from '#server/database/open-database.ts';
import { columnsOf } from '#server/database/tables/column-names.ts';
import { ROOM_COLUMNS } from '#server/database/tables/rooms/room-column-names.ts';
import type { RoomsTable } from '#server/database/tables/rooms.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';

/** A row of `rooms` with the state that it stands for. */
export type RoomRow = Omit<Selectable<RoomsTable>, 'state'> & {
  readonly state: RoomState;
  readonly watermark_name: string | null;
};

export const findRoomRow = (db: Database, id: number): Promise<RoomRow> =>
  db
    .selectFrom('rooms')
    .leftJoin('watermarks', 'watermarks.id', 'rooms.watermark_id')
    .select(columnsOf('rooms', ROOM_COLUMNS))
    .select(roomState.as('state'))
    .select('watermarks.name as watermark_name')
    .where('folder_id', '=', id)
    .executeTakeFirstOrThrow();

/**
 * Finds the archive that an archived room keeps: the one that it keeps already because its content is being removed, if that is
 * still valid, otherwise the latest of the whole room that was requested since it was closed, found valid, and has not expired.
 */
export const findFinalArchive = (
  db: Database,
  { folder_id, closed_at, final_archive_id }: Pick<RoomRow, 'folder_id' | 'closed_at' | 'final_archive_id'>,
  now: number,
): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('room_archives')
    .select('id')
    .where('room_id', '=', folder_id)
    .where('group_id', 'is', null)
    .where('created_at', '>=', closed_at ?? 0)
    .where('expires_at', '>', now)
    .where('blob_key', 'is not', null)
    .where('state', '=', 'done')
    .where('verification', '=', 'valid')
    .orderBy(sql`case when id = ${final_archive_id} then 0 else 1 end`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Keeps the bytes of an archive for good; returns whether it is still there. */
export async function keepArchive(db: Database, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('room_archives')
    .set({ expires_at: NO_EXPIRY })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

interface NewState {
  readonly state: RoomState;
  readonly version: number;
  readonly now: number;
  readonly archiveId?: number | undefined;
  /** When its content is removed; `undefined` leaves that as it is. */
  readonly removesAt: number | null | undefined;
}

export async function setRoomStateRow(
  db: Database,
  id: number,
  { state, version, now, archiveId, removesAt }: NewState,
): Promise<void> {
  await db
    .updateTable('rooms')
    .set({
      state: state === 'archived' ? 'closed' : state,
      version,
      archived_at: state === 'archived' ? now : null,
      ...(archiveId !== undefined && { final_archive_id: archiveId }),
      ...(state === 'open' && { opened_at: now, delete_bytes_at: null }),
      ...(state === 'closed' && { closed_at: now, delete_bytes_at: removesAt ?? null }),
    })
    .where('folder_id', '=', id)
    .execute();
}

export async function setCodeName(db: Database, id: number, codeName: string | null): Promise<void> {
  await db.updateTable('rooms').set({ code_name: codeName }).where('folder_id', '=', id).execute();
}

/** Changes when the content of a closed room is removed. */
export async function setRemoval(
  db: Database,
  id: number,
  { version, removesAt }: Pick<NewState, 'version' | 'removesAt'>,
): Promise<void> {
  await db
    .updateTable('rooms')
    .set({ version, delete_bytes_at: removesAt ?? null })
    .where('folder_id', '=', id)
    .execute();
}
