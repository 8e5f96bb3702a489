/** Error codes of responses, with their HTTP status. */
const HTTP_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  'second-factor': 401,
  forbidden: 403,
  'password-change-required': 403,
  'second-factor-setup-required': 403,
  'terms-required': 403,
  reauthenticate: 403,
  'not-found': 404,
  timeout: 408,
  conflict: 409,
  'wrong-offset': 409,
  'unsupported-version': 412,
  'too-large': 413,
  'unsupported-type': 415,
  'bad-range': 416,
  misdirected: 421,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
  'storage-full': 507,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS;

/** Messages by field name, as a form shows them. */
export type FieldErrors = Record<string, string>;

/** An expected refusal: `message` is written for the user and says what they can do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** The value of the `Retry-After` header, if known. */
  readonly retryAfterSeconds: number | undefined;
  /** The current state of what the request would change, for the refusal of an outdated change. */
  readonly current: unknown;
  /** Values that the message contains, for programs. */
  readonly params: Readonly<Record<string, string>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fields?: FieldErrors;
      cause?: unknown;
      retryAfterSeconds?: number;
      current?: unknown;
      params?: Record<string, string>;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.current = options.current;
    this.params = options.params;
  }

  get status(): number {
    return HTTP_STATUS[this.code];
  }
}

/** Codes of SQLite (the second is that of its shared memory), PostgreSQL and the system. */
const DISK_FULL_CODES: readonly unknown[] = [
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  '53100',
  'ENOSPC',
  'EDQUOT',
];

/** Returns whether work failed because a disk or a quota has no space left. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && DISK_FULL_CODES.includes(error.code)) || isDiskFull(error.cause);
}

/** Describes for the operator why the server did not start or a command failed. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // SQLite does not say which of these it is.
  if (error instanceof Error && 'code' in error && error.code === 'SQLITE_CANTOPEN')
    return `${message}: DATA_DIR must be a folder that this account can write to, with free space. Then run it again.`;
  if (!isDiskFull(error)) return message;
  return `The disk is full (${message}). Nothing that was saved before is lost: free up space, then run it again.`;
}

const NETWORK_CODES: readonly unknown[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'EHOSTDOWN'],
  ...['ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'],
];

/**
 * Returns whether a connection could not be made, broke, timed out or brought something that is no HTTP. For errors of a service
 * alone: the pipe to a child process breaks with the same codes.
 */
export function isConnectionFailure(error: Error): boolean {
  if (error.name === 'TimeoutError') return true;
  if (!('code' in error)) return false;
  return NETWORK_CODES.includes(error.code) || /^HPE_/.test(String(error.code));
}

const unavailable = new WeakSet<Error>();

/** Marks an error as the fault of a service that this server depends on, not of the request; it may succeed later. */
export function markUnavailable(error: unknown): void {
  if (error instanceof Error) unavailable.add(error);
}

/**
 * PostgreSQL: connection lost, out of resources, shutting down or starting, read-only after a failover; a statement, lock or
 * idle timeout; a deadlock or serialization failure.
 */
const POSTGRES_CODES = /^(?:08...|53...|57P0[1235]|25006|57014|55P03|25P03|40P01|40001)$/;
const SQLITE_CODES = /^SQLITE_BUSY/;
/** Errors of pg, its pool and Kysely that have no code. */
const CONNECTION_MESSAGES: readonly string[] = [
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Postgres connection has been discarded',
];

/** Returns whether work failed because the database or the object store is unavailable or full, so that it can succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (unavailable.has(error) || (error instanceof AppError && error.code === 'storage-full')) return true;
  if (isDiskFull(error)) return true;
  if (isDatabaseUnavailable(error) || isUnavailable(error.cause)) return true;
  return error instanceof AggregateError && error.errors.some(isUnavailable);
}

/** Codes of PostgreSQL with which it ends a session, unlike a timeout or a deadlock. */
const SESSION_END_CODES = /^(?:08|57P)/;

/**
 * Returns whether work failed because the connection to the database was lost. A transaction that was being committed then may be
 * committed later: nobody sees its rows yet.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || isDiskFull(error)) return false;
  if (error instanceof AppError && error.code === 'storage-full') return false;
  if ('severity' in error) return 'code' in error && SESSION_END_CODES.test(String(error.code));
  return (
    unavailable.has(error) || CONNECTION_MESSAGES.includes(error.message) || isConnectionLost(error.cause)
  );
}

function isDatabaseUnavailable(error: NodeJS.ErrnoException): boolean {
  const { code, syscall, message } = error;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (code !== undefined && (SQLITE_CODES.test(code) || ('severity' in error && POSTGRES_CODES.test(code))))
    return true;
  return CONNECTION_MESSAGES.includes(message);
}
