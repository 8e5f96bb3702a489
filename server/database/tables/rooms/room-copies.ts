import type { GeneratedAlways } from 'kysely';
import type { Instant, Optional } from '../column-types.ts';

/** A copy of entries of a room into a folder of another one. */
export interface RoomCopiesTable {
  id: GeneratedAlways<number>;
  /** The room that the entries come from. */
  room_id: number;
  /** The folder that they are copied into. */
  folder_id: number;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** A sentence for the manager, once it failed. */
  error: Optional<string>;
  requested_by_id: number;
  /** The numbers of created folders and files; `null` until it is done. */
  folders: Optional<number>;
  files: Optional<number>;
  created_at: Instant;
  finished_at: Optional<Instant>;
}
