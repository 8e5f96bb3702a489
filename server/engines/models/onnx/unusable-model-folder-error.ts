/** The message ends the sentence ‘EMBEDDING_MODEL_DIR can't be used’ and says what to do. */
export class UnusableModelFolderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnusableModelFolder';
  }
}
