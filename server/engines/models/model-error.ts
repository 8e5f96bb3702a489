/** A model has no result. Neither what was asked nor a key is ever part of it. */
export class ModelError extends Error {
  override readonly name: string = 'ModelError';
  /** Refused for what was asked, too long a text for instance: that says nothing of the next request. */
  readonly isInvalidRequest: boolean;

  constructor(
    message: string,
    {
      isAboutTheRequest: isInvalidRequest = false,
      cause,
    }: { isAboutTheRequest?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isInvalidRequest = isInvalidRequest;
  }
}

export const isAboutTheRequest = (error: unknown): boolean =>
  error instanceof ModelError && error.isInvalidRequest;
