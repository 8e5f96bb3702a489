import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Instant } from '../column-types.ts';

export interface RoomOrderTables {
  batch_entries: BatchEntriesTable;
  entry_positions: EntryPositionsTable;
  frozen_numbers: FrozenNumbersTable;
  placeholders: PlaceholdersTable;
  placeholder_levels: PlaceholderLevelsTable;
}

/** The place of an entry in its folder. It counts while `parent_id` is the folder that the entry is in. */
export interface EntryPositionsTable {
  entry_kind: 'folder' | 'file' | 'placeholder';
  entry_id: number;
  parent_id: number;
  /** A fractional key, compared byte by byte: a move changes one row. */
  order_key: string;
}

/** An entry that was added with others; its place among them decides about its position. */
interface BatchEntriesTable {
  entry_kind: 'folder' | 'file';
  entry_id: number;
  parent_id: number;
  /** The key of the client after the actor. */
  batch_key: string;
  place: number;
  created_at: Instant;
}

/**
 * A place in a folder of a room with frozen numbers, and the only entry that ever has it. The row stays when the entry is
 * removed. `entry_id` may be of an entry that no longer exists.
 */
interface FrozenNumbersTable {
  id: GeneratedAlways<number>;
  parent_id: number;
  /** From 1; the last part of the number. */
  place: number;
  entry_kind: 'folder' | 'file' | 'placeholder';
  entry_id: number;
  /** Keeps the name that the entry had when it was withdrawn. */
  name: string;
  /** When the entry was deleted or moved away; `null` while it is there. */
  withdrawn_at: ColumnType<Instant | null, Instant | null | undefined>;
}

/** The level that the file which replaces a placeholder gives a group; `none` hides the placeholder too. */
export interface PlaceholderLevelsTable {
  placeholder_id: number;
  group_id: number;
  level: 'none' | 'view' | 'download' | 'original';
  granted_by_id: number;
  granted_at: Instant;
}

/** An entry of a folder in a room whose file is still to come. */
export interface PlaceholdersTable {
  id: GeneratedAlways<number>;
  folder_id: number;
  name: string;
  responsible_name: string | null;
  due_at: Instant | null;
  created_at: Instant;
  /** When it was removed, or replaced by a file. The row stays, so that its frozen number has a name. */
  deleted_at: ColumnType<Instant | null, Instant | null | undefined>;
}
