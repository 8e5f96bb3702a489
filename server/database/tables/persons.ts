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
