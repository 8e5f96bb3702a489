import type { GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

/** A key with which the audit log encrypts what it says of one person. Erasing the person destroys it. */
export interface PersonKeysTable {
  id: GeneratedAlways<number>;
  /** Keyed hash of the account or the address; `null` once the key is destroyed. */
  subject_hash: string | null;
  /** Encrypted with the root keys; `null` once it is destroyed. */
  encrypted_key: Buffer | null;
  created_at: Instant;
  destroyed_at: Instant | null;
}

/** The names and addresses that an account has had in the audit log, as keyed hashes: by them the log is searched. */
export interface PersonNamesTable {
  name_hash: string;
  person_key_id: number;
}

/** A person who was erased, or will be by a job. */
export interface ErasuresTable {
  id: GeneratedAlways<number>;
  /** Keyed hash of the address. */
  subject_hash: string;
  /** The address, until this erasure or, after it failed, a later one of the person is done. */
  encrypted_address: Buffer | null;
  /** JSON, as `server/modules/subjects/erasure-scope.ts` describes it. */
  scope: string;
  /** `restored`: known from a list, to be carried out before the server answers. `failed`: its job was abandoned. */
  state: 'running' | 'restored' | 'done' | 'failed';
  /** `null` for one that was restored. */
  requester_id: number | null;
  requested_at: Instant;
  erased_at: Instant | null;
}

/** A request for what is stored about a person; the file is written while it is downloaded, and never stored. */
export interface SubjectExportsTable {
  id: GeneratedAlways<number>;
  subject_hash: string;
  encrypted_address: Buffer;
  format: 'json' | 'csv' | 'pdf';
  requester_id: number;
  created_at: Instant;
}
