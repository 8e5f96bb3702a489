import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { LocalDay } from '#shared/domain/changes/local-time.ts';
import { countDays } from './source-queries.ts';

export interface RoomToSum {
  readonly room_id: number;
  readonly time_zone: string;
  readonly summed_to: string | null;
  /** When the first file of the room was viewed or downloaded at the earliest. */
  readonly created_at: number;
}

/** Adds the settings of rooms that have none. */
export async function ensureRows(db: Database): Promise<void> {
  await sql`insert into room_analytics (room_id) select folder_id from rooms
    where folder_id not in (select room_id from room_analytics) on conflict do nothing`.execute(db);
}

/** Lists rooms by id, with the time at which their folders were created. */
export const listRoomsToSum = (db: Database, after: number, limit: number): Promise<RoomToSum[]> =>
  db
    .selectFrom('room_analytics')
    .innerJoin('folders', 'folders.id', 'room_analytics.room_id')
    .select(['room_id', 'time_zone', 'summed_to', 'folders.created_at'])
    .where('room_id', '>', after)
    .orderBy('room_id')
    .limit(limit)
    .execute();

/** Moves the last summed day on if nobody else did; the row is locked until the end of the transaction. */
export async function claimSum(
  db: Database,
  room: Omit<RoomToSum, 'created_at'>,
  summedTo: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('room_analytics')
    .set({ summed_to: summedTo })
    .where('room_id', '=', room.room_id)
    .where('time_zone', '=', room.time_zone)
    .where('summed_to', 'is not distinct from', room.summed_to)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Replaces the sums of these days: the same views give the same rows. Removes those before the first day of the room, which are
 * from another time zone.
 */
export async function replaceSums(
  db: Database,
  roomId: number,
  days: readonly LocalDay[],
  firstDay: string,
): Promise<void> {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  await db
    .deleteFrom('analytics_daily')
    .where('room_id', '=', roomId)
    .where((where) =>
      where.or([
        where.and([where('day', '>=', first), where('day', '<=', last)]),
        where('day', '<', firstDay),
      ]),
    )
    .execute();
  await sql`insert into analytics_daily (room_id, day, file_id, group_id, user_id, viewer_email, link_id, is_automated,
      views, visits, pages, ms, downloads)
    select * from (${countDays(roomId, days)}) as counted`.execute(db);
}
