import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

/** Authenticator apps of users. */
export interface FactorsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: 'totp';
  /** The secret in base32, encrypted. */
  encrypted_secret: Buffer;
  /** The time step of the last code that was used: no code of it or an earlier one is accepted again. */
  last_step: Generated<number>;
  /** `null` until the first code proved that the app has the secret. */
  confirmed_at: Instant | null;
  created_at: Instant;
}

export interface RecoveryCodesTable {
  user_id: number;
  /** Hex SHA-256 of the code, which is 120 random bits. */
  code_hash: string;
  used_at: Instant | null;
}

/** Passkeys of users: keys of authenticators that verify their user themselves. */
export interface PasskeysTable {
  id: GeneratedAlways<number>;
  /** In base64url, as browsers send it. */
  credential_id: string;
  user_id: number;
  /** In the format of COSE. */
  public_key: Buffer;
  /** How often the authenticator was used, as it says; 0 in one that does not count. */
  counter: number;
  /** JSON of how browsers reach the authenticator. */
  transports: string;
  name: string;
  created_at: Instant;
  last_used_at: Instant | null;
  /** Set when the counter went back: two devices may have the key. */
  disabled_at: Instant | null;
}

/** Accounts that sign in through the company's identity provider. */
export interface OidcLinksTable {
  issuer: string;
  /** The person's id at the issuer. */
  subject: string;
  user_id: number;
  created_at: Instant;
}

/** Sign-ins that wait for their second step. Not part of backups. */
export interface LoginChallengesTable {
  /** SHA-256 of the cookie value. */
  token_hash: Buffer;
  user_id: number | null;
  kind: 'second-factor' | 'passkey' | 'passkey-setup' | 'oidc' | 'oidc-link';
  /**
   * A hash of what the second step depends on; of passkeys, the challenge that the authenticator signs; of sign-ins through the
   * company, what its answer is checked against.
   */
  payload: string;
  created_at: Instant;
  expires_at: Instant;
}
