import { type RawBuilder, sql } from 'kysely';
import { ancestors } from '../folder-ancestors.ts';

/** Tells whether the room of a folder names no person who views its files: 1 or 0, as an expression over the id of the folder. */
export const hidesPersons = (folderId: RawBuilder<unknown>): RawBuilder<0 | 1> => sql<
  0 | 1
>`case when exists (
  select 1 from (with recursive ${ancestors(folderId)} select id from ancestors where parent_id is null) as root
    join room_analytics on room_analytics.room_id = root.id and room_analytics.hides_persons = 1) then 1 else 0 end`;
