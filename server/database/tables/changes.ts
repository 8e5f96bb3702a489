import type { GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

export interface ChangesTable {
  /** Increases in the order of commits. */
  position: GeneratedAlways<number>;
  /** The root folder above the entry when it changed. */
  root_folder_id: number;
  /**
   * `published` is shown to readers as new. `access` is shown to its reader alone. Of `replaced` and `withdrawn` the values are
   * the version that was current and the one that is; of a version that was withdrawn without being current, the second is null.
   */
  kind: 'new' | 'published' | 'replaced' | 'withdrawn' | 'moved' | 'renamed' | 'access';
  entry_kind: 'folder' | 'file';
  entry_id: number;
  /** A name, the id of a folder, or the number of a version, by kind. */
  from_value: string | null;
  to_value: string | null;
  /** In the future for a publication at a date. */
  changed_at: Instant;
  /** The user who made the change, to whom it is no news. */
  author_id: number | null;
  reader_user_id: number | null;
  reader_group_id: number | null;
}

/** The visits of a reader to a root folder; to all of them, in the row of the root folder 0. */
export interface RoomVisitsTable {
  reader_kind: 'user' | 'visitor';
  reader_id: number;
  root_folder_id: number;
  /** The end of the visit before this one, and the last change that there was then. */
  last_visit_at: Instant;
  seen_position: number;
  /** The last request of this visit, and the last change that there was then. */
  this_visit_at: Instant;
  this_position: number;
}
