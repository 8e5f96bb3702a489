import { AppError, isMarkedUnavailable } from '#server/app/errors.ts';

/** PostgreSQL: connection lost, out of resources, shutting down or starting, read-only after a failover. */
const POSTGRES_CODES = /^(?:08...|53...|57P0[1235]|25006)$/;
const SQLITE_CODES = /^SQLITE_(?:BUSY|FULL)/;
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

/** Whether work failed because the database or the object store is unavailable or full, so that it can succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isMarkedUnavailable(error) || (error instanceof AppError && error.code === 'storage-full')) return true;
  if (isDatabaseUnavailable(error) || isUnavailable(error.cause)) return true;
  return error instanceof AggregateError && error.errors.some(isUnavailable);
}

function isDatabaseUnavailable(error: NodeJS.ErrnoException): boolean {
  const { code, syscall, message } = error;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (code !== undefined && (SQLITE_CODES.test(code) || ('severity' in error && POSTGRES_CODES.test(code))))
    return true;
  return CONNECTION_MESSAGES.includes(message);
}
