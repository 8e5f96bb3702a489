import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { ancestors } from '../folder-ancestors.ts';
import { targetPlaces } from '../links/room-of-link.ts';

/** Tells whether the room of a folder names no person who views its files: 1 or 0, as an expression over the id of the folder. */
export const hidesPersons = (folderId: RawBuilder<unknown>): RawBuilder<0 | 1> => sql<
  0 | 1
>`case when exists (
  select 1 from (with recursive ${ancestors(folderId)} select id from ancestors where parent_id is null) as root
    join room_analytics on room_analytics.room_id = root.id and room_analytics.hides_persons = 1) then 1 else 0 end`;

/** Returns whether the room of a folder names no person who views its files. */
export async function hidesPersonsIn(db: Database, folderId: number): Promise<boolean> {
  const { rows } = await sql<{ hides: 0 | 1 }>`select ${hidesPersons(sql`${folderId}`)} as hides`.execute(db);
  return rows[0]?.hides === 1;
}

/** Returns whether something that a link opens is in a room that names no person who views its files. */
export async function hidesVisitorsOf(db: Database, linkId: number): Promise<boolean> {
  const { rows } = await sql`with recursive ${ancestors(targetPlaces(linkId))}
    select 1 from ancestors join room_analytics on room_analytics.room_id = ancestors.id
      where room_analytics.hides_persons = 1 limit 1`.execute(db);
  return rows.length > 0;
}
