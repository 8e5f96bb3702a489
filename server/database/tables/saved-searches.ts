import type { ColumnType, GeneratedAlways } from 'kysely';
import type { FileKind, FileOwner } from '#shared/domain/search-filters.ts';
import type { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import type { Flag, Instant } from './column-types.ts';

/** A search that a reader keeps, and of whose new documents they are alerted. */
export interface SavedSearchesTable {
  id: GeneratedAlways<number>;
  reader_kind: 'user' | 'visitor';
  reader_id: number;
  question: string;
  method: (typeof SEARCH_METHODS)[number];
  folder_id: number | null;
  kind: FileKind | null;
  owner: FileOwner | null;
  has_alerts: Flag;
  created_at: Instant;
  /** The position in the index's change feed up to which documents were looked at, and when. */
  checked_position: number;
  checked_at: Instant;
}

/** A document that a saved search found after it was saved; of several versions the last one. */
export interface SavedSearchMatchesTable {
  search_id: number;
  file_id: number;
  version: number;
  found_at: Instant;
  seen_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>;
}
