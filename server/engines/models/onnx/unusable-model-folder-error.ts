/** The model directory cannot be used. The message completes “EMBEDDING_MODEL_DIR can't be used: …” and says what to do. */
export class UnusableModelFolderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnusableModelFolderError';
  }
}
