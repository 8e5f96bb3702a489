/** Access refused is included: a rotated or expired key says nothing about the object. */
const UNAVAILABLE_STATUS: readonly number[] = [401, 403, 408, 429];
const NETWORK_CODES: readonly unknown[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'EHOSTDOWN'],
  ...['ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'],
];

/** Tells whether a request failed because the store did not serve it, whatever object it was about. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const status = statusOf(error);
  if (status === undefined) return isConnectionFailure(error) || isTlsFailure(error);
  return status >= 500 || UNAVAILABLE_STATUS.includes(status) || error.name === 'NoSuchBucket';
}

/** Tells whether a connection could not be made, broke or timed out. */
export const isConnectionFailure = (error: Error): boolean =>
  error.name === 'TimeoutError' || ('code' in error && NETWORK_CODES.includes(error.code));

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
