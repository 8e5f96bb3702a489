/** A model gave no result. The message contains neither what was asked nor a key. */
export class ModelError extends Error {
  override readonly name: string = 'ModelError';
  /** True when the request was refused for its content, for example its length; later requests may succeed. */
  readonly isInvalidRequest: boolean;

  constructor(
    message: string,
    { isInvalidRequest = false, cause }: { isInvalidRequest?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isInvalidRequest = isInvalidRequest;
  }
}
