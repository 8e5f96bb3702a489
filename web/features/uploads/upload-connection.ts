import { ApiError, NETWORK_ERROR_MESSAGE } from '#web/lib/http/api-error.ts';

/** Time without progress after which a connection is considered lost; browsers alone wait for many minutes. */
export const IDLE_TIMEOUT_MS = 60_000;
/** Time to wait for the response after the last byte, while the server stores and may scan the file. */
export const RESPONSE_TIMEOUT_MS = 5 * IDLE_TIMEOUT_MS;

const UNREADABLE_MESSAGE =
  'The file could not be read. It may have been moved, changed or locked since it was chosen.';

/**
 * Determines why a request broke: browsers report the same error for a lost connection and an unreadable file.
 */
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
