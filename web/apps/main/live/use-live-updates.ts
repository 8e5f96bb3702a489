import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * The first screen has loaded when nothing was asked for during this time, in which thumbnails arrive on a slow connection too.
 */
const IDLE_MS = 3_000;
const IDLE_CHECK_MS = 200;
/** Later than this they start in any case: a list of files that are being read is asked for every two seconds. */
const MAX_WAIT_MS = 15_000;

/** Listens to the server once the first screen has loaded, with code that is loaded then. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    let idleMs = 0;
    const begun = performance.now();
    const timer = setInterval(() => {
      idleMs = client.isFetching() > 0 ? 0 : idleMs + IDLE_CHECK_MS;
      if (idleMs < IDLE_MS && performance.now() - begun < MAX_WAIT_MS) return;
      clearInterval(timer);
      // Lists ask by themselves without the script.
      import('./start-live-updates.ts').then(
        ({ startLiveUpdates }) => {
          if (!isUnmounted) stop = startLiveUpdates(client);
        },
        () => undefined,
      );
    }, IDLE_CHECK_MS);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
      stop?.();
    };
  }, [client]);
}
