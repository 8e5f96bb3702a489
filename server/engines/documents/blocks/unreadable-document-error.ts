import type { Extraction } from './document-text.ts';

/** A document that cannot be read for a reason its owner can understand; the message is that sentence. */
export class UnreadableDocumentError extends Error {
  /** `failed` is what was given up for safety or for want of time and memory. */
  readonly status: Exclude<Extraction['status'], 'indexed' | 'partly'>;

  constructor(message: string, status: UnreadableDocumentError['status']) {
    super(message);
    this.name = 'Unreadable';
    this.status = status;
  }
}

export const damagedDocumentError = (): UnreadableDocumentError =>
  new UnreadableDocumentError('This file is damaged and cannot be read.', 'damaged');

export const passwordProtectedError = (): UnreadableDocumentError =>
  new UnreadableDocumentError('This file is protected by a password.', 'protected');
