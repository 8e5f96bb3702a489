import type { GeneratedAlways } from 'kysely';
import type { Flag, Instant } from './column-types.ts';

export interface UsersTable {
  id: GeneratedAlways<number>;
  username: string;
  /** Lower-cased and NFKC: no two living accounts may share it. */
  username_key: string;
  email: string;
  email_key: string;
  /** PHC string. */
  password_hash: string;
  is_admin: Flag;
  created_at: Instant;
  deleted_at: Instant | null;
}

export interface UserPreferencesTable {
  user_id: number;
  /** JSON of what differs from the defaults. */
  preferences: string;
}

export interface NotificationPreferencesTable {
  user_id: number;
  email_notifications: Flag;
  file_shared: Flag;
  folder_access: Flag;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value: a copy of this table opens no session. */
  token_hash: Buffer;
  user_id: number | null;
  invitation_id: number | null;
  created_at: Instant;
  last_seen_at: Instant;
  address: string;
  user_agent: string;
}

export interface AttemptCountsTable {
  /** What is counted, hashed: an account or an address. */
  key: string;
  attempts: number;
  window_ends_at: Instant;
}
