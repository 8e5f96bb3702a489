/** A file as the user chose it. */
export interface EvidenceFile {
  readonly name: string;
  readonly text: string;
}

/** The statement of a receipt; unverified unless the result is valid. */
export interface ReceiptStatement {
  readonly installation: string;
  readonly kind: string;
  readonly recipient: string;
  readonly issuedAt: string;
  readonly logEntries: number;
  readonly rootHash: string;
  readonly filesVisible: number;
  readonly stateHash: string;
  readonly filesOpened: number;
}

/** The statement of an acceptance of terms; unverified unless the result is valid. */
export interface AcceptanceStatement {
  readonly installation: string;
  readonly terms: string;
  readonly version: number;
  readonly recipient: string;
  readonly verifiedBy: 'none' | 'code';
  readonly typedName: string | null;
  readonly acceptedAt: string;
}

/** The statement of a disclosure certificate, as far as it is shown; unverified unless the result is valid. */
export interface CertificateStatement {
  readonly installation: string;
  readonly room: { readonly id: number; readonly name: string } | null;
  readonly party: { readonly kind: string; readonly id: number; readonly name: string };
  readonly at: string;
  readonly historySince: string;
  readonly issuedAt: string;
  readonly logEntries: number;
  readonly hasAccess: boolean;
  readonly documents: readonly { readonly name: string; readonly sha256: string | null }[];
}

export interface VerificationResult {
  readonly name: string;
  readonly kind: 'receipt' | 'acceptance' | 'certificate' | 'proof' | 'export' | 'unknown';
  readonly state: 'valid' | 'invalid' | 'unconfirmed';
  readonly message: string;
  readonly statement: ReceiptStatement | undefined;
  readonly acceptance: AcceptanceStatement | undefined;
  readonly certificate: CertificateStatement | undefined;
}

/** Verifies files against one another. Rejects where the browser cannot verify signatures. */
export function verify(files: readonly EvidenceFile[]): Promise<VerificationResult[]>;
