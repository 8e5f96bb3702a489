import type { GeneratedAlways } from 'kysely';
import type { Flag, Instant } from './column-types.ts';

export interface InvitationsTable {
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
  /** Out of every list by the daily tidying, but still granting. */
  hidden_at: Instant | null;
}

export interface InvitationFoldersTable {
  invitation_id: number;
  folder_id: number;
}
