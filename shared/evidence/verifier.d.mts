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

export interface VerificationResult {
  readonly name: string;
  readonly kind: 'receipt' | 'proof' | 'export' | 'unknown';
  readonly state: 'valid' | 'invalid' | 'unconfirmed';
  readonly message: string;
  readonly statement: ReceiptStatement | undefined;
}

/** Verifies files against one another. Rejects where the browser cannot verify signatures. */
export function verify(files: readonly EvidenceFile[]): Promise<VerificationResult[]>;
