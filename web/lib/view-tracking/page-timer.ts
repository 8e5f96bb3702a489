import type { PageTime } from '#shared/contracts/file-views.ts';
import {
  LAST_TIMED_PAGE,
  LONGEST_TIME_IN_BATCH_MS,
  MOST_PAGES_IN_BATCH,
} from '#shared/domain/view-time-limits.ts';

/** Longer than a dense page takes; who gives no sign for so long has left the screen to itself. */
const IDLE_AFTER_MS = 3 * 60 * 1000;
/** It is looked at each second: after a longer gap the machine was asleep, and nobody read. */
const LONGEST_GAP_MS = 5_000;
/** Pages that were in view for less were scrolled past. */
const SHORTEST_MS = 250;

/** Adds up how long each page is in view. To be told of every change and each second; `now` is in milliseconds. */
export function createReadingClock(now: () => number) {
  const times = new Map<number, number>();
  let page: number | null = null;
  let isInView = false;
  let lookedAt = now();
  let usedAt = lookedAt;

  /** What was so until now counts as it was. */
  const settle = () => {
    const at = now();
    const until = Math.min(at, usedAt + IDLE_AFTER_MS);
    const isRead = isInView && until > lookedAt && at - lookedAt <= LONGEST_GAP_MS;
    if (page !== null && isRead) times.set(page, (times.get(page) ?? 0) + until - lookedAt);
    lookedAt = at;
  };
  return {
    /** The page that is seen from now on, from 1. */
    turnTo(next: number) {
      settle();
      page = next >= 1 && next <= LAST_TIMED_PAGE ? next : null;
      usedAt = now();
    },
    /** Whether anybody can see it from now on. */
    see(isSeen: boolean) {
      settle();
      isInView = isSeen;
    },
    /** Somebody is there. */
    use() {
      settle();
      usedAt = now();
    },
    /** What was counted since it was last taken; of very many pages those that were longest in view. */
    take(): PageTime[] {
      settle();
      const longest = [...times]
        .filter(([, ms]) => ms >= SHORTEST_MS)
        .sort(([, one], [, other]) => other - one)
        .slice(0, MOST_PAGES_IN_BATCH);
      return longest.map(([page, ms]) => {
        times.delete(page);
        return { page, ms: Math.min(LONGEST_TIME_IN_BATCH_MS, Math.round(ms)) };
      });
    },
  };
}
