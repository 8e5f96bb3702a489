import { sql } from 'kysely';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';

/**
 * The state of a row of `rooms`. An archived room is stored as a closed one with a time, so that nodes of an earlier version
 * refuse changes in it too.
 */
export const roomState = sql<RoomState>`case when rooms.state = 'closed' and rooms.archived_at is not null
  then 'archived' else rooms.state end`;
