/**
 * Resolves when the browser is online, which does not guarantee that the server is reachable. Rejects when the
 * signal aborts.
 */
export async function waitUntilOnline({ signal, onOffline }: { signal: AbortSignal; onOffline: () => void }) {
  signal.throwIfAborted();
  if (navigator.onLine) return;
  onOffline();
  await waitForConnection(signal, Number.POSITIVE_INFINITY);
}

/** Waits until the browser is back online, and at most `milliseconds` while it already reports to be online. */
export function waitForConnection(signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (): void => {
      ended.abort();
      clearTimeout(timer);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = navigator.onLine ? setTimeout(end, milliseconds) : undefined;
    addEventListener('online', end, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
  });
}
