import type { QueryClient } from '@tanstack/react-query';
import { handleUnauthorized } from '#web/features/accounts/session-end.ts';
import { hasShortMutations } from '#web/lib/http/long-mutation.ts';
import { refreshAffected } from './affected-queries.ts';
import { openLiveStream } from './live-stream.ts';
import { createRefreshQueue } from './refresh-queue.ts';

/** Keeps what the page shows up to date with what others do. Returns a function that ends it. */
export function startLiveUpdates(client: QueryClient): () => void {
  const queue = createRefreshQueue({
    refresh: (changes) => refreshAffected(client, changes),
    isBusy: () => hasShortMutations(client),
  });
  const close = openLiveStream({
    onChanges: queue.add,
    onError: (error) => handleUnauthorized(client, error),
  });
  return () => {
    close();
    queue.stop();
  };
}
