import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Flag, Instant } from './column-types.ts';

/** Downloads of a visitor: nothing, files as they are, or PDFs with a watermark only, which earlier versions take for nothing. */
export type VisitorDownloads = 0 | 1 | 2;

export interface InvitationsTable {
  id: GeneratedAlways<number>;
  /** Empty for a link without an address. */
  email: string;
  /** Same form as `email_key` of an account: it binds the invitation to one. */
  email_key: Generated<string>;
  role: 'visitor' | 'collaborator';
  all_folders: Flag;
  allow_download: VisitorDownloads;
  token_hash: Buffer;
  /** The token encrypted with the master key, so that its link can be shown again. */
  encrypted_token: Buffer;
  inviter_id: number;
  created_at: Instant;
  expires_at: Instant;
  /** The number of days that it is valid when it is sent again. */
  expiration_days: Generated<number>;
  accepted_at: Instant | null;
  accepted_by_id: number | null;
  revoked_at: Instant | null;
  /** The link that admitted this visitor; its targets are then the scope, and no token opens the row. */
  link_id: ColumnType<number | null, number | null | undefined>;
}

export interface InvitationFoldersTable {
  invitation_id: number;
  folder_id: number;
}
