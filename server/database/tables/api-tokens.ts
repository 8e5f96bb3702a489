import type { GeneratedAlways } from 'kysely';
import type { TokenScope } from '#shared/policies/token-scopes.ts';
import type { Instant } from './column-types.ts';

/** Tokens with which programs act for a user. Not part of backups. */
export interface ApiTokensTable {
  id: GeneratedAlways<number>;
  /** SHA-256 of the token. */
  token_hash: Buffer;
  user_id: number;
  name: string;
  scope: TokenScope;
  /** JSON array: only these folders and what is in them; `null` for all that the user may see. */
  folder_ids: string | null;
  /** JSON array of addresses and networks from which the token is accepted; `null` for all. */
  address_ranges: string | null;
  /** Names who made the token of a service account, and so knows it; `null` for the tokens of people, who make their own. */
  issued_by_id: number | null;
  /** The program named in the audit log in place of the token's name. */
  agent_name: string | null;
  created_at: Instant;
  expires_at: Instant | null;
  /** Exact to a minute. */
  last_used_at: Instant | null;
  revoked_at: Instant | null;
}
