import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { SessionAssurance } from '#shared/domain/session-assurance.ts';
import type { Flag, Instant } from './column-types.ts';

export interface UsersTable {
  id: GeneratedAlways<number>;
  username: string;
  /** Lower-cased and NFKC: no two active accounts may share it. */
  username_key: string;
  email: string;
  email_key: string;
  /** PHC string. */
  password_hash: string;
  is_admin: Flag;
  /** When a mailed link, an invitation or an administrator confirmed the address. */
  email_verified_at: Instant | null;
  /** Set when an administrator chose the password. */
  must_change_password: Generated<Flag>;
  created_at: Instant;
  deleted_at: Instant | null;
  first_name: ColumnType<string | null, string | null | undefined>;
  last_name: ColumnType<string | null, string | null | undefined>;
  /** Names the picture in its address: 128 random bits, known to those who may see the person. */
  avatar_token: ColumnType<string | null, string | null | undefined>;
  avatar_blob_key: ColumnType<string | null, string | null | undefined>;
  /** The room of a service account, which cannot sign in and works through its token; `null` for people. */
  service_room_id: ColumnType<number | null, number | null | undefined>;
}

export interface UserPreferencesTable {
  user_id: number;
  /** JSON of the preferences that differ from the defaults. */
  preferences: string;
}

export interface NotificationPreferencesTable {
  user_id: number;
  email_notifications: Flag;
  file_shared: Flag;
  folder_access: Flag;
}

export interface SessionsTable {
  /** SHA-256 of the cookie value: a copy of this table opens no session. */
  token_hash: Buffer;
  user_id: number | null;
  invitation_id: number | null;
  created_at: Instant;
  last_seen_at: Instant;
  address: string;
  user_agent: string;
  assurance: Generated<SessionAssurance>;
  /** Set at a sign-in without the second factor that is required: only its set-up is available. */
  must_set_up_factor: Generated<Flag>;
  /** `null` while the holder has not proved their identity again since the session began. */
  reauthenticated_at: ColumnType<Instant | null, Instant | null | undefined>;
  /**
   * The hash of the token before a proof of identity, at `renewed_at`; requests that were sent earlier may still carry it.
   */
  previous_token_hash: ColumnType<Buffer | null, Buffer | null | undefined>;
  renewed_at: ColumnType<Instant | null, Instant | null | undefined>;
  /** The version of its link's terms that a visitor has accepted in this session. */
  terms_version_id: ColumnType<number | null, number | null | undefined>;
}

export interface AttemptCountsTable {
  /** The hash of the counted account or address. */
  key: string;
  attempts: number;
  window_ends_at: Instant;
  /** The account whose password was tried; of failed sign-ins and password changes alone, as are the columns below. */
  user_id: number | null;
  scope: string | null;
  /** The address that tried, or its network. */
  network: string | null;
  /** No further attempt is carried out until then. */
  blocked_until: Instant | null;
}

/** Links by mail that work once. */
export interface AccountLinksTable {
  /** SHA-256 of the token: a copy of this table opens no account. */
  token_hash: Buffer;
  user_id: number;
  purpose: 'password-reset' | 'email-confirmation';
  /** Hash of the password hash and the address: a change of either makes the link void. */
  account_state: string;
  expires_at: Instant;
}
