import { ApiError, NETWORK_FAILURE } from '#web/lib/http/api-error.ts';

const UNREADABLE =
  'The file could not be read. It may have been moved, changed or locked since it was chosen.';

/** The browser says of no broken upload why it broke; whether the file can still be read tells one cause from the other. */
export async function explainBreak(file: File): Promise<ApiError> {
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  return isReadable
    ? new ApiError(0, NETWORK_FAILURE, { code: 'network' })
    : new ApiError(0, UNREADABLE, { code: 'unreadable' });
}

export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'network';
