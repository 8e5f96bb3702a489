import type { Services } from '#server/app/context.ts';
import type { IndexStatistics } from '#server/engines/search/search-engine.ts';
import { countIndexChanges } from '../feed-queries.ts';
import { assertRoom } from './assert-room.ts';
import { ChangeFeed } from './change-feed.ts';
import { createCoalescedRun } from './coalesced-run.ts';

/**
 * Changes of this process wake the follower by jobs or after their commit, those of other processes by notifications; polling
 * finds what both missed. On SQLite it costs no round trip.
 */
const POLL_INTERVAL_MS = { sqlite: 1_000, postgres: 5_000 } as const;
/** The longest pause after failures, each of which doubles it: a full disk fails every attempt, which analyzes texts again. */
const MAX_PAUSE_MS = 60_000;

export interface IndexFollower {
  /** Applies every change that was committed before the call. */
  catchUp(): Promise<void>;
  /** Polls until `stop`. */
  start(): void;
  /** Looks for changes now, without waiting for them. */
  wake(): void;
  /** `true` once the index is loaded, so that searches are answered at once. */
  isLoaded(): boolean;
  /** Counts the changed files that are not yet indexed; rejects while the index is loading. */
  countLag(): Promise<number>;
  /** Returns the position in the change feed that the index has reached; rejects while the index is loading. */
  readPosition(): Promise<number>;
  /** Rejects when a search server does not answer, or the built-in index is full. */
  check(): Promise<void>;
  /** Reads the size of the index; rejects while it is loading. */
  readStatistics(): Promise<IndexStatistics>;
  /** Resolves once the index is no longer used; the next start continues with the remaining changes. */
  stop(): Promise<void>;
}

/**
 * Keeps the search index up to date: applies the database's change feed in order and stores the position in the index
 * itself. After a crash it continues from there; each node follows with an index of its own.
 */
export function createIndexFollower(services: Services): IndexFollower {
  const feed = new ChangeFeed(services);
  const { catchUp, start, wake, stop } = createPolling(services, feed);

  function loadedPosition(): number {
    if (feed.position === undefined) throw new Error('The search index is still loading');
    return feed.position;
  }

  return {
    catchUp,
    start,
    wake,
    isLoaded: () => feed.position !== undefined,
    countLag: async () => countIndexChanges(services.db, loadedPosition()),
    readPosition: async () => loadedPosition(),
    async check() {
      if (services.config.searchServer !== undefined) await services.searchIndex.readPosition();
      // Starting is a state of its own.
      if (feed.position === undefined) return;
      assertRoom(await services.searchIndex.readStatistics());
    },
    async readStatistics() {
      loadedPosition();
      return services.searchIndex.readStatistics();
    },
    stop,
  };
}

/** Applies the change feed from time to time, and less often while it fails. */
function createPolling(services: Services, feed: ChangeFeed) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Counts attempts of jobs too, since the last that succeeded. */
  let failures = 0;
  const { run: catchUp, whenIdle } = createCoalescedRun(async () => {
    try {
      await feed.process();
      failures = 0;
    } catch (error) {
      failures++;
      throw error;
    }
  });

  const pollIntervalMs = POLL_INTERVAL_MS[services.config.databaseUrl === undefined ? 'sqlite' : 'postgres'];

  const tryToCatchUp = (): Promise<void> =>
    catchUp().catch((error: unknown) => {
      services.log.error({ err: error }, 'updating the search index failed');
    });

  function poll(): void {
    void tryToCatchUp().finally(() => {
      if (!isStopped) timer = setTimeout(poll, Math.min(pollIntervalMs * 2 ** failures, MAX_PAUSE_MS));
    });
  }

  return {
    catchUp,
    start: poll,
    wake(): void {
      // The next attempt after a failure is scheduled.
      if (failures === 0) void tryToCatchUp();
    },
    async stop(): Promise<void> {
      isStopped = true;
      feed.stop();
      clearTimeout(timer);
      await whenIdle();
    },
  };
}
