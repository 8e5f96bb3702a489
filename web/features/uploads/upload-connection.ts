import { ApiError, NETWORK_ERROR_MESSAGE } from '#web/lib/http/api-error.ts';

/** A line that carries nothing for this long is taken for dead; browsers alone would wait for many minutes. */
export const IDLE_TIMEOUT_MS = 60_000;
/** After the last byte the server still writes, and perhaps scans. */
export const RESPONSE_TIMEOUT_MS = 5 * IDLE_TIMEOUT_MS;

const UNREADABLE_MESSAGE =
  'The file could not be read. It may have been moved, changed or locked since it was chosen.';

/** The browser says of no broken upload why it broke; whether the file can still be read tells one cause from the other. */
export async function diagnoseConnectionError(file: File): Promise<ApiError> {
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  return isReadable
    ? new ApiError(0, NETWORK_ERROR_MESSAGE, { code: 'network' })
    : new ApiError(0, UNREADABLE_MESSAGE, { code: 'unreadable' });
}

export const isNetworkError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'network';
