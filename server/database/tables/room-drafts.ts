import type { GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';
import type { GroupGrantsTable } from './rooms.ts';

/** A move, or a level of a group, that counts once it is published. The access rule does not read it. */
export interface DraftChangesTable {
  id: GeneratedAlways<number>;
  room_id: number;
  kind: 'move' | 'level';
  entry_kind: 'folder' | 'file';
  entry_id: number;
  /** Of a move. */
  to_folder_id: number | null;
  /** Of a level, which may be `null` to inherit. */
  group_id: number | null;
  level: GroupGrantsTable['level'];
  /** A move is made with the rights of its author. */
  author_id: number;
  created_at: Instant;
  /** The publication that it waits for; `null` until one is requested. */
  publication_id: number | null;
}
