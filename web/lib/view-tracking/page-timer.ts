import type { PageTime } from '#shared/contracts/file-views.ts';
import {
  MAX_PAGES_PER_BATCH,
  MAX_TIMED_PAGE,
  MAX_VIEW_TIME_PER_BATCH_MS,
} from '#shared/domain/view-time-limits.ts';

/** Longer than reading a dense page takes; without activity for so long, the user is considered absent. */
const IDLE_AFTER_MS = 3 * 60 * 1000;
/** The timer is updated every second; after a longer gap the machine was asleep, so the gap does not count. */
const MAX_TICK_GAP_MS = 5_000;
/** Pages visible for less time were only scrolled past. */
const MIN_VIEW_MS = 250;

/** Adds up how long each page is visible. Call it on every change and every second; `now` returns milliseconds. */
export function createPageTimer(now: () => number) {
  const times = new Map<number, number>();
  let page: number | null = null;
  let isVisible = false;
  let settledAt = now();
  let lastActivityAt = settledAt;

  /** Counts the time since the last call with the state until now. */
  const settle = () => {
    const time = now();
    const until = Math.min(time, lastActivityAt + IDLE_AFTER_MS);
    const isViewed = isVisible && until > settledAt && time - settledAt <= MAX_TICK_GAP_MS;
    if (page !== null && isViewed) times.set(page, (times.get(page) ?? 0) + until - settledAt);
    settledAt = time;
  };
  return {
    /** Sets the visible page, from 1. */
    setPage(next: number) {
      settle();
      page = next >= 1 && next <= MAX_TIMED_PAGE ? next : null;
      lastActivityAt = now();
    },
    /** Sets whether the document is visible. */
    setVisible(visible: boolean) {
      settle();
      isVisible = visible;
    },
    /** Records that the user is present. */
    recordActivity() {
      settle();
      lastActivityAt = now();
    },
    /** Returns and resets the times counted so far; if there are too many pages, those visible longest. */
    takePageTimes(): PageTime[] {
      settle();
      const longest = [...times]
        .filter(([, ms]) => ms >= MIN_VIEW_MS)
        .sort(([, first], [, second]) => second - first)
        .slice(0, MAX_PAGES_PER_BATCH);
      return longest.map(([page, ms]) => {
        times.delete(page);
        return { page, ms: Math.min(MAX_VIEW_TIME_PER_BATCH_MS, Math.round(ms)) };
      });
    },
  };
}
