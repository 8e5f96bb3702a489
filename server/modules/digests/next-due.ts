import type { DigestFrequency } from '#shared/domain/changes/digests.ts';
import { instantOf, offsetAt } from '#shared/domain/changes/local-time.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const MONDAY = 1;

export interface Schedule {
  readonly frequency: DigestFrequency;
  readonly hour: number;
  readonly timeZone: string;
}

/**
 * Returns the next time of a daily or weekly digest after `now`; `null` for the others, which time alone does not make due. Each
 * day has one: an hour that is skipped when clocks go forward is the next one, and of an hour that repeats the first counts.
 */
export function nextDueAt({ frequency, hour, timeZone }: Schedule, now: number): number | null {
  if (frequency !== 'daily' && frequency !== 'weekly') return null;
  const today = now + offsetAt(now, timeZone);
  for (let day = 0; ; day += 1) {
    const local = Math.floor(today / DAY_MS + day) * DAY_MS + hour * HOUR_MS;
    const isDay = frequency === 'daily' || new Date(local).getUTCDay() === MONDAY;
    const instant = instantOf(local, timeZone);
    if (isDay && instant > now) return instant;
  }
}
