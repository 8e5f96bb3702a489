import type { Generated, GeneratedAlways } from 'kysely';

/** 0 or 1: neither engine's own boolean travels to the other. */
type Flag = 0 | 1;

/** Epoch milliseconds. */
type Instant = number;

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

interface UserPreferencesTable {
  user_id: number;
  /** JSON of what differs from the defaults. */
  preferences: string;
}

interface NotificationPreferencesTable {
  user_id: number;
  email_notifications: Flag;
  file_shared: Flag;
  folder_access: Flag;
}

interface SystemSettingsTable {
  name: string;
  /** JSON. */
  value: string;
}

/** What must stay the same as long as the room exists. */
interface InstallationTable {
  name: 'master-key-fingerprint' | 'room-id';
  value: string;
}

export interface FoldersTable {
  id: GeneratedAlways<number>;
  name: string;
  parent_id: number | null;
  owner_id: number;
  created_at: Instant;
  deleted_at: Instant | null;
}

interface CollaboratorsTable {
  folder_id: number;
  user_id: number;
  created_at: Instant;
}

export interface BlobsTable {
  /** The object's key in the store. */
  key: string;
  /** Bytes of plaintext. */
  size: number;
  /** Hex, of the plaintext. */
  sha256: string;
  wrapped_key: Buffer;
  created_at: Instant;
}

export type IndexStatus = 'pending' | 'indexed' | 'no-text' | 'failed';

export interface FilesTable {
  id: GeneratedAlways<number>;
  name: string;
  file_type: string;
  size: number;
  allow_download: Flag;
  folder_id: number | null;
  owner_id: number;
  blob_key: string;
  created_at: Instant;
  deleted_at: Instant | null;
  index_status: Generated<IndexStatus>;
  index_reason: string | null;
  /** The extracted blocks, gzipped JSON in the object store. */
  text_blob_key: string | null;
  /** The document's own title, and its first words. */
  title: string | null;
  excerpt: string | null;
}

interface InvitationsTable {
  id: GeneratedAlways<number>;
  email: string;
  role: 'visitor' | 'collaborator';
  all_folders: Flag;
  allow_download: Flag;
  token_hash: Buffer;
  /** The token encrypted with the master key, so that its link can be shown again. */
  sealed_token: Buffer;
  inviter_id: number;
  created_at: Instant;
  expires_at: Instant;
  accepted_at: Instant | null;
  accepted_by_id: number | null;
  revoked_at: Instant | null;
}

interface InvitationFoldersTable {
  invitation_id: number;
  folder_id: number;
}

interface SessionsTable {
  /** SHA-256 of the cookie's value: a copy of this table opens no session. */
  token_hash: Buffer;
  user_id: number | null;
  invitation_id: number | null;
  created_at: Instant;
  last_seen_at: Instant;
  address: string;
  user_agent: string;
}

interface FailureCountsTable {
  /** What is counted, hashed: an account or an address. */
  key: string;
  failures: number;
  window_ends_at: Instant;
}

interface FileViewsTable {
  id: GeneratedAlways<number>;
  file_id: number;
  viewer_id: number | null;
  /** A visitor's address; `null` for users. */
  viewer_email: string | null;
  viewed_at: Instant;
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
}

/** Which files the search index must look at again, in the order of commits. */
interface IndexFeedTable {
  position: GeneratedAlways<number>;
  file_id: number;
}

/** Rows whose update serializes transactions on both engines. */
export interface LocksTable {
  name: 'folder-tree' | 'index-feed' | 'users';
  taken_at: Instant;
}

export interface Schema {
  users: UsersTable;
  user_preferences: UserPreferencesTable;
  notification_preferences: NotificationPreferencesTable;
  system_settings: SystemSettingsTable;
  installation: InstallationTable;
  folders: FoldersTable;
  collaborators: CollaboratorsTable;
  blobs: BlobsTable;
  files: FilesTable;
  invitations: InvitationsTable;
  invitation_folders: InvitationFoldersTable;
  sessions: SessionsTable;
  failure_counts: FailureCountsTable;
  file_views: FileViewsTable;
  jobs: JobsTable;
  index_feed: IndexFeedTable;
  locks: LocksTable;
}
