/** What a refusal is called on the wire, with the HTTP status that carries it. */
const HTTP_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  timeout: 408,
  conflict: 409,
  'wrong-offset': 409,
  'unsupported-version': 412,
  'too-large': 413,
  'unsupported-type': 415,
  'bad-range': 416,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
  'storage-full': 507,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS;

/** Messages by field name, as a form shows them. */
export type FieldErrors = Record<string, string>;

/** An expected refusal: `message` is for the person who reads it and says what they can do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** The value of the `Retry-After` header, where it is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: FieldErrors; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return HTTP_STATUS[this.code];
  }
}

const unavailable = new WeakSet<Error>();

/** Marks an error as the fault of a service that this server depends on, not of the request; it may succeed later. */
export function markUnavailable(error: unknown): void {
  if (error instanceof Error) unavailable.add(error);
}

export const isMarkedUnavailable = (error: Error): boolean => unavailable.has(error);
