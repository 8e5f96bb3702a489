/** A document that cannot be read for a reason its owner can understand; the message is that sentence. */
export class Unreadable extends Error {
  readonly status: 'failed' | 'no-text';
  /** Whether a password would open it. */
  readonly isProtected: boolean;

  constructor(message: string, status: 'failed' | 'no-text' = 'failed', { isProtected = false } = {}) {
    super(message);
    this.name = 'Unreadable';
    this.status = status;
    this.isProtected = isProtected;
  }
}
