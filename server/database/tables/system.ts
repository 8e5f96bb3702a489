import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

export interface SystemSettingsTable {
  name: string;
  /** JSON. */
  value: string;
}

/** What must stay the same as long as the room exists. */
export interface InstallationPropertiesTable {
  name: 'master-key-fingerprint' | 'installation-id';
  value: string;
}

export interface JobsTable {
  id: GeneratedAlways<number>;
  kind: string;
  /** JSON. */
  payload: string;
  created_at: Instant;
  run_at: Instant;
  attempts: Generated<number>;
  /** Who works on it and until when it is theirs; a dead worker's lease runs out. */
  lease_token: string | null;
  leased_until: Instant | null;
  last_error: string | null;
  quarantined_at: Instant | null;
  /** Of the pending jobs with the same key there is only one; empty once it is claimed. */
  dedupe_key: string | null;
}

/** Which files the search index must look at again, in the order of commits. */
export interface IndexChangesTable {
  position: GeneratedAlways<number>;
  file_id: number;
}

/** Rows whose update serializes transactions on both engines. */
export interface LocksTable {
  name: 'audit-log' | 'file-views' | 'folder-tree' | 'index-changes' | 'uploads' | 'users';
  acquired_at: Instant;
}
