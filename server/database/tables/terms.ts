import type { GeneratedAlways } from 'kysely';
import type { Instant, Optional } from './column-types.ts';

/** Terms that links can ask visitors to accept, such as a confidentiality agreement. */
export interface TermsTable {
  id: GeneratedAlways<number>;
  owner_id: number;
  name: string;
  created_at: Instant;
  deleted_at: Instant | null;
}

/** A published text or document; never changed. The highest number is current. */
export interface TermsVersionsTable {
  id: GeneratedAlways<number>;
  terms_id: number;
  number: number;
  /** The text; for a document, what was read from it or a sentence that names the document. */
  text: string;
  /** Hex, of the text in UTF-8. */
  text_sha256: string;
  created_at: Instant;
  /** The bytes of the document; `null` for a text. */
  blob_key: Optional<string>;
  document_name: Optional<string>;
  /** Hex, of the bytes of the document. */
  document_sha256: Optional<string>;
  /** `null` for a document that is shown as its text. */
  document_pages: Optional<number>;
}

/** The acceptance of a version by a visitor of a link, with the statement that the installation signed. */
export interface TermsAcceptancesTable {
  id: GeneratedAlways<number>;
  terms_version_id: number;
  link_id: number;
  invitation_id: number;
  /** Empty for a link that asks for no address. */
  email: string;
  verified_by: 'none' | 'code';
  typed_name: string | null;
  accepted_at: Instant;
  address: string;
  user_agent: string;
  /** JSON, signed with the key `key_id`. */
  statement: string;
  key_id: string;
  signature: string;
}

/** The tables of terms. */
export interface TermsTables {
  terms: TermsTable;
  terms_versions: TermsVersionsTable;
  terms_acceptances: TermsAcceptancesTable;
}
