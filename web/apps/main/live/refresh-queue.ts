import type { LiveChange } from '#shared/contracts/live/live-updates.ts';

/** The time between two refreshes: doubled while changes go on, such as an upload of thousands of files. */
const MIN_INTERVAL_MS = 1_000;
const MAX_INTERVAL_MS = 8_000;

interface RefreshOptions {
  refresh(changes: readonly LiveChange[]): Promise<unknown>;
  /** A change of the user is under way, which may show its result before the server answers. */
  isBusy(): boolean;
}

const keyOf = (change: LiveChange): string =>
  'id' in change ? `${change.topic} ${change.id}` : change.topic;

/** Collects changes and refreshes what they affect: the first at once, more later, and never two at the same time. */
export function createRefreshQueue({ refresh, isBusy }: RefreshOptions) {
  let changes = new Map<string, LiveChange>();
  let intervalMs = MIN_INTERVAL_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function flush(): Promise<void> {
    if (isBusy()) return wait();
    const flushed = [...changes.values()];
    changes = new Map();
    await refresh(flushed).catch(() => undefined); // a list that fails to load reports that itself
    wait();
  }

  function wait(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (changes.size === 0) {
        intervalMs = MIN_INTERVAL_MS;
        return;
      }
      intervalMs = Math.min(2 * intervalMs, MAX_INTERVAL_MS);
      void startFlush();
    }, intervalMs);
  }

  function startFlush(): Promise<void> {
    // Nothing else starts while it runs.
    timer ??= setTimeout(() => {}, 0);
    return flush();
  }

  return {
    add(added: readonly LiveChange[]): void {
      for (const change of added) changes.set(keyOf(change), change);
      if (changes.size > 0 && timer === undefined) void startFlush();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
