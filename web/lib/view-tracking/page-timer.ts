import type { PageTime } from '#shared/contracts/file-views.ts';
import {
  MAX_PAGES_PER_BATCH,
  MAX_TIMED_PAGE,
  MAX_VIEW_TIME_PER_BATCH_MS,
} from '#shared/domain/view-time-limits.ts';

/** Longer than a dense page takes; who gives no sign for so long has left the screen to itself. */
const IDLE_AFTER_MS = 3 * 60 * 1000;
/** It is looked at each second: after a longer gap the machine was asleep, and nobody read. */
const MAX_TICK_GAP_MS = 5_000;
/** Pages that were in view for less were scrolled past. */
const MIN_VIEW_MS = 250;

/** Adds up how long each page is in view. To be told of every change and each second; `now` is in milliseconds. */
export function createPageTimer(now: () => number) {
  const times = new Map<number, number>();
  let page: number | null = null;
  let isVisible = false;
  let settledAt = now();
  let lastActivityAt = settledAt;

  /** What was so until now counts as it was. */
  const settle = () => {
    const at = now();
    const until = Math.min(at, lastActivityAt + IDLE_AFTER_MS);
    const isViewed = isVisible && until > settledAt && at - settledAt <= MAX_TICK_GAP_MS;
    if (page !== null && isViewed) times.set(page, (times.get(page) ?? 0) + until - settledAt);
    settledAt = at;
  };
  return {
    /** The page that is seen from now on, from 1. */
    setPage(next: number) {
      settle();
      page = next >= 1 && next <= MAX_TIMED_PAGE ? next : null;
      lastActivityAt = now();
    },
    /** Whether anybody can see it from now on. */
    setVisible(isSeen: boolean) {
      settle();
      isVisible = isSeen;
    },
    /** Somebody is there. */
    recordActivity() {
      settle();
      lastActivityAt = now();
    },
    /** What was counted since it was last taken; of very many pages those that were longest in view. */
    takePageTimes(): PageTime[] {
      settle();
      const longest = [...times]
        .filter(([, ms]) => ms >= MIN_VIEW_MS)
        .sort(([, one], [, other]) => other - one)
        .slice(0, MAX_PAGES_PER_BATCH);
      return longest.map(([page, ms]) => {
        times.delete(page);
        return { page, ms: Math.min(MAX_VIEW_TIME_PER_BATCH_MS, Math.round(ms)) };
      });
    },
  };
}
