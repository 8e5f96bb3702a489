import type { DigestFrequency } from '#shared/domain/changes/digests.ts';

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

/** Converts a local time, as if it were UTC, to an instant. */
function instantOf(local: number, timeZone: string): number {
  // Offsets change at most once within a day before and after.
  const [before, after] = [offsetAt(local - DAY_MS, timeZone), offsetAt(local + DAY_MS, timeZone)];
  const [first, second] = [local - Math.max(before, after), local - Math.min(before, after)];
  const isValid = (instant: number) => instant + offsetAt(instant, timeZone) === local;
  if (isValid(first)) return first;
  // A skipped time counts with the offset before: an hour later on the clock.
  return isValid(second) ? second : local - before;
}

/** The difference of the local time to UTC in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const at = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return local - Math.floor(instant / 1000) * 1000;
}
