import type { DocumentFailure } from '#web/lib/documents/pdf-frame/messages.ts';

/** A worker whose code could not be loaded. */
export class WorkerNotLoaded extends Error {
  override readonly name = 'WorkerNotLoaded';
}

/** Returns why a document could not be opened. pdf.js identifies its errors by name. */
export function describeFailure(error: unknown): DocumentFailure {
  if (error instanceof WorkerNotLoaded) return 'not-loaded';
  return error instanceof Error && error.name === 'PasswordException' ? 'protected' : 'damaged';
}
