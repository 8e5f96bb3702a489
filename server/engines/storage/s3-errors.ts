import { isConnectionFailure } from '#server/app/errors.ts';

/** Access refused is included: a rotated or expired key says nothing about the object. */
const UNAVAILABLE_STATUS: readonly number[] = [401, 403, 408, 429];
/** Answered with 400, 404 and 409: the bucket is away, or the request came in too slowly or at a bad moment. */
const UNAVAILABLE_NAMES: readonly string[] = ['NoSuchBucket', 'RequestTimeout', 'OperationAborted'];

/** Tells whether a request failed because the store did not serve it, whatever object it was about. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Happens after the status too, when the rest of the answer does not arrive.
  if (isConnectionFailure(error) || isTlsFailure(error)) return true;
  // The time limit of a check: nothing else aborts a request.
  if (error.name === 'AbortError') return true;
  const status = statusOf(error) ?? 0;
  // What says that it succeeded and cannot be read comes from something in front of the store.
  const isUnreadable = status >= 200 && status < 300;
  return (
    isUnreadable ||
    status >= 500 ||
    UNAVAILABLE_STATUS.includes(status) ||
    UNAVAILABLE_NAMES.includes(error.name)
  );
}

/** Such as an expired certificate. */
const isTlsFailure = (error: Error): boolean =>
  'code' in error && /CERT|^ERR_(?:SSL|TLS)_/.test(String(error.code));

/** The HTTP status that the store answered with, if it answered. */
export function statusOf(error: Error): number | undefined {
  if (!('$metadata' in error)) return undefined;
  const { $metadata: metadata } = error;
  if (typeof metadata !== 'object' || !metadata || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
