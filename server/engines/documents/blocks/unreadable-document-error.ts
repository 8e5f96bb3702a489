import type { Extraction, ExtractionReason } from './document-text.ts';

/** A document that cannot be read, for a reason that can be reported to users. */
export class UnreadableDocumentError extends Error {
  readonly reason: ExtractionReason;
  /** `failed` is a document that was abandoned for safety, or for lack of time or memory. */
  readonly status: Exclude<Extraction['status'], 'indexed' | 'partly'>;

  constructor(reason: ExtractionReason, status: UnreadableDocumentError['status']) {
    super(`The document cannot be read: ${reason.code}`);
    this.name = 'UnreadableDocumentError';
    this.reason = reason;
    this.status = status;
  }
}

export const damagedDocumentError = (): UnreadableDocumentError =>
  new UnreadableDocumentError({ code: 'damaged' }, 'damaged');

export const passwordProtectedError = (): UnreadableDocumentError =>
  new UnreadableDocumentError({ code: 'password-protected' }, 'protected');
