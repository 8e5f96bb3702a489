import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Instant } from './column-types.ts';

type Optional<T> = ColumnType<T | null, T | null | undefined>;

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
  /** Of the certificate as JSON; hex. */
  sha256: Optional<string>;
  key_id: Optional<string>;
  created_at: Instant;
  finished_at: Optional<Instant>;
}
