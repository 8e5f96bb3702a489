import type { Generated, GeneratedAlways } from 'kysely';
import type { Flag, Instant, Optional } from '../column-types.ts';

/** A signed archive of a room, of all of it or as a group sees it. */
export interface RoomArchivesTable {
  id: GeneratedAlways<number>;
  room_id: number;
  /** `null` for the whole room. */
  group_id: number | null;
  format: 'zip';
  /** The size of the parts in which it is downloaded; `null` for one. */
  split_bytes: Optional<number>;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** The documents to write, and those that are written. */
  steps: Generated<number>;
  steps_done: Generated<number>;
  /** A sentence for the manager: why it failed, or a warning about one that is kept. */
  error: Optional<string>;
  is_storage_full: Generated<Flag>;
  requested_by_id: number;
  documents: Optional<number>;
  /** Among the documents, those of which the archive contains only the name and why. */
  left_out: Optional<number>;
  /**
   * Among the documents with content, those whose original bytes it lacks; `null` when this is not known, as of archives of an
   * earlier version.
   */
  without_original: Optional<number>;
  blob_key: Optional<string>;
  size: Optional<number>;
  /** SHA-256 of the manifest, hex. */
  manifest_hash: Optional<string>;
  key_id: Optional<string>;
  /** Base64. */
  signature: Optional<string>;
  /** The last verification; `null` before the first. */
  verification: Optional<'waiting' | 'valid' | 'invalid'>;
  /** The problem that the last verification found. */
  problem: Optional<string>;
  verified_at: Optional<Instant>;
  created_at: Instant;
  finished_at: Optional<Instant>;
  expires_at: Instant;
}
