const failed = new WeakMap<object, string>();
const listeners = new Set<(request: string) => void>();

/** Returns the request that failed with this error, such as `DELETE /api/files/7`. */
export const requestOf = (error: Error): string | undefined => failed.get(error);

/** Calls back after each request that succeeds, until the returned function is called. */
export function watchSucceededRequests(listener: (request: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteFailure(request: string, error: unknown): void {
  if (error instanceof Error) failed.set(error, request);
}

export function noteSuccess(request: string): void {
  for (const listener of listeners) listener(request);
}
