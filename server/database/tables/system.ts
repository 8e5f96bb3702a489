import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

export interface SystemSettingsTable {
  name: string;
  /** JSON. */
  value: string;
}

/** The brand of the organization, with the id 1, and those of rooms. */
interface BrandTable {
  id: number;
  /** `null` for the organization. */
  room_id: number | null;
  name: string | null;
  /** A small PNG; of a version before room brands a JPEG. */
  logo: Buffer | null;
  /** Names the logo in its address; a new logo has a new token. */
  logo_token: string | null;
  logo_dark: Buffer | null;
  logo_dark_token: string | null;
  icon: Buffer | null;
  icon_token: string | null;
  accent_color: string | null;
  footer: string | null;
  welcome_text: string | null;
  /** The display name of the sender of mails. */
  sender_name: string | null;
  updated_at: Instant;
}

export interface SettingsTables {
  system_settings: SystemSettingsTable;
  brand: BrandTable;
}

/** Properties of an installation that all its nodes share. */
export interface InstallationPropertiesTable {
  name:
    | 'master-key-fingerprint'
    | 'installation-id'
    | 'object-store-id'
    | 'minimum-migration'
    /** When the history of rights begins; milliseconds since the epoch. */
    | 'rights-history-since'
    /** `on` once a node with a virus scanner started, `off` once an operator switched scanning off. */
    | 'virus-scanning'
    | 'index-generation';
  value: string;
}

/** Root keys, encrypted with the master key. Rows are never deleted: an old version may still be needed to decrypt. */
export interface EncryptionKeysTable {
  /** 1 is the first master key, which is stored only after another one replaced it. */
  version: number;
  encrypted_key: Buffer;
  /** No process encrypts with the key before. */
  active_from: Instant;
  created_at: Instant;
  /** When everything was encrypted with this version; empty while a rotation is under way. */
  completed_at: Instant | null;
}

export interface JobsTable {
  id: GeneratedAlways<number>;
  kind: string;
  /** JSON. */
  payload: string;
  created_at: Instant;
  run_at: Instant;
  attempts: Generated<number>;
  /** The worker that claimed the job, and until when; the lease of a dead worker expires. */
  lease_token: string | null;
  leased_until: Instant | null;
  last_error: string | null;
  quarantined_at: Instant | null;
  /** Unique among pending jobs; empty once the job is claimed. */
  dedupe_key: string | null;
  /** The user for whom the job is done, 0 for nobody: users take turns in some kinds of jobs. */
  owner_id: Generated<number>;
}

/** Files that the search index must check again, in the order of commits. */
export interface IndexChangesTable {
  position: GeneratedAlways<number>;
  file_id: number;
}

/** Rows whose update serializes transactions on both engines. */
export interface LocksTable {
  name: 'audit-log' | 'changes' | 'file-views' | 'folder-tree' | 'index-changes' | 'uploads' | 'users';
  acquired_at: Instant;
}
