import type { Party } from '#server/authorization/history/as-party.ts';
import type { DisclosedDocument } from './read-disclosure.ts';

/** The signed statement of a certificate. Part of stored data and of docs/using/evidence.md. */
export interface CertificateStatement {
  readonly installation: string;
  /** `null` for everything that the party could see. */
  readonly room: { readonly id: number; readonly name: string } | null;
  readonly party: { readonly kind: Party['kind']; readonly id: number; readonly name: string };
  readonly at: string;
  /** Since when the rights are recorded: the statement rests on this record. */
  readonly historySince: string;
  readonly issuedAt: string;
  /** The account that asked for it, or the party itself. */
  readonly issuedTo: string;
  readonly logEntries: number;
  readonly rootHash: string;
  /** Without it the party could see nothing, because its access had ended or not begun. */
  readonly hasAccess: boolean;
  /** Present where the room names no person who reads in it: what was opened is left out. */
  readonly hidesPersons?: true;
  /** Present for a visitor without an address, whose views cannot be separated from those of others: they are left out. */
  readonly isUnnamed?: true;
  readonly documents: readonly DisclosedDocument[];
}
