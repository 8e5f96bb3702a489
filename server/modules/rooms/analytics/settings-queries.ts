import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { RoomAnalyticsTable } from '#server/database/tables/activity/analytics.ts';
import { columnsOf } from '#server/database/tables/column-names.ts';
import { ROOM_ANALYTICS_COLUMNS } from '#server/database/tables/rooms/room-column-names.ts';

type StoredRow = {
  readonly [Column in keyof Selectable<RoomAnalyticsTable>]: Selectable<RoomAnalyticsTable>[Column] | null;
};

/** Finds the settings of a room, and when its folder was created. */
export const findAnalyticsRow = (
  db: Database,
  roomId: number,
): Promise<(StoredRow & { readonly created_at: number }) | undefined> =>
  db
    .selectFrom('folders')
    .leftJoin('room_analytics', 'room_analytics.room_id', 'folders.id')
    .select(columnsOf('room_analytics', ROOM_ANALYTICS_COLUMNS))
    .select('folders.created_at')
    .where('folders.id', '=', roomId)
    .executeTakeFirst();

export async function setAnalyticsRow(
  db: Database,
  row: Required<Insertable<RoomAnalyticsTable>>,
): Promise<void> {
  const { room_id: _, ...values } = row;
  await db
    .insertInto('room_analytics')
    .values(row)
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet(values))
    .execute();
}

/** Finds which of these groups is of the room: a person belongs to one at most. */
export const findGroupIn = (
  db: Database,
  roomId: number,
  groupIds: readonly number[],
): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('room_groups')
    .select('id')
    .where('room_id', '=', roomId)
    .where('id', 'in', [0, ...groupIds])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
