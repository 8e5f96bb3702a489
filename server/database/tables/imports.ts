import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

/** An import of many files into a folder, from the first source to its result. */
export interface ImportsTable {
  id: GeneratedAlways<number>;
  folder_id: number;
  creator_id: number;
  state: 'receiving' | 'checking' | 'checked' | 'applying' | 'applied' | 'failed';
  error: ColumnType<string | null, string | null | undefined>;
  /** JSON, as the contract describes it. */
  report: ColumnType<string | null, string | null | undefined>;
  /** Steps of the work that is under way. */
  steps_done: Generated<number>;
  steps: Generated<number>;
  created_at: Instant;
  applied_at: ColumnType<Instant | null, Instant | null | undefined>;
  expires_at: Instant;
}

/** An uploaded source: an archive, a file of a folder, or the manifest. */
export interface ImportSourcesTable {
  id: GeneratedAlways<number>;
  import_id: number;
  path: string;
  blob_key: string;
  size: number;
}

/** A file that a checked import adds, or a folder, which has no blob. */
export interface ImportEntriesTable {
  id: GeneratedAlways<number>;
  import_id: number;
  /** The order in which files are created; -1 for a row with the bytes that a check unpacked, which is no file or folder. */
  position: number;
  path: string;
  blob_key: string | null;
  size: number;
  /** JSON: levels by group id, from the manifest. */
  levels: string | null;
}
