import type { GeneratedAlways } from 'kysely';
import type { AnchorKind } from '#shared/domain/evidence/anchors.ts';
import type { ReceiptKind } from '#shared/domain/evidence/receipts.ts';
import type { Instant, Optional } from './column-types.ts';

/** Ed25519 keys that sign tree heads and receipts. One is in use; earlier ones stay, so that what they signed can be verified. */
export interface SigningKeysTable {
  /** The first 16 hex digits of the SHA-256 of the public key. */
  id: string;
  /** SubjectPublicKeyInfo, DER. */
  public_key: Buffer;
  encrypted_private_key: Buffer;
  /** Base64, by the key before; `null` for the first. */
  previous_signature: string | null;
  valid_from_at: Instant;
  /** `null` for the key in use. */
  valid_until_at: Instant | null;
}

export interface SignedTreeHeadsTable {
  tree_size: number;
  /** Hex. */
  root_hash: string;
  signed_at: Instant;
  key_id: string;
  /** Base64. */
  signature: string;
}

export interface ReceiptsTable {
  id: GeneratedAlways<number>;
  /** Exactly one of these two is not null. An invitation's receipts outlive its row. */
  user_id: number | null;
  invitation_id: number | null;
  kind: ReceiptKind;
  tree_size: number;
  /** JSON, signed as it is. */
  statement: string;
  key_id: string;
  /** Base64. */
  signature: string;
  created_at: Instant;
  /** The time when it was put into the outbox; `null` for one that was not mailed. */
  sent_at: Optional<Instant>;
}

/** Copies of signed tree heads outside the installation, and the last failed attempt of each kind. */
export interface TreeHeadAnchorsTable {
  id: GeneratedAlways<number>;
  tree_size: number;
  kind: AnchorKind;
  /** A TimeStampToken of RFC 3161, in DER; `null` for other kinds, and after a failure. */
  token: Optional<Buffer>;
  /** `null` after a failure. */
  anchored_at: Optional<Instant>;
  checked_at: Instant;
  last_error: Optional<string>;
}

/** A signed statement of what a party could see at an instant. */
export interface DisclosureCertificatesTable {
  id: GeneratedAlways<number>;
  /** `null` for a certificate that a party asked for itself, of everything that it can see. */
  room_id: number | null;
  party_kind: 'group' | 'user' | 'visitor' | 'link';
  /** The id of a group, account, invitation or link, by `party_kind`. */
  party_id: number;
  /** The name that the party had when it was asked for. */
  party_name: string;
  as_of: Instant;
  /** `null` for a visitor's own. */
  creator_id: number | null;
  state: 'waiting' | 'done' | 'failed';
  /** A sentence for the requester, once it failed. */
  error: Optional<string>;
  documents: Optional<number>;
  statement_blob_key: Optional<string>;
  pdf_blob_key: Optional<string>;
  /** The hash of the certificate as JSON; hex. */
  sha256: Optional<string>;
  key_id: Optional<string>;
  created_at: Instant;
  finished_at: Optional<Instant>;
}
