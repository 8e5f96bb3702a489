const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Converts a local time, as if it were UTC, to an instant. A time that is skipped when clocks go forward is an hour later on the
 * clock; of a time that repeats the first counts.
 */
export function instantOf(local: number, timeZone: string): number {
  // Offsets change at most once within a day before and after.
  const [before, after] = [offsetAt(local - DAY_MS, timeZone), offsetAt(local + DAY_MS, timeZone)];
  const [first, second] = [local - Math.max(before, after), local - Math.min(before, after)];
  const isValid = (instant: number) => instant + offsetAt(instant, timeZone) === local;
  if (isValid(first)) return first;
  // A skipped time counts with the offset before: an hour later on the clock.
  return isValid(second) ? second : local - before;
}

/** The difference of the local time to UTC in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(instant);
  const at = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return local - Math.floor(instant / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creates each formatter once, because that takes longer than its use; there are a few hundred time zones. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** A day on the clocks of a time zone. */
export interface LocalDay {
  /** A date, such as `2026-11-20`. */
  readonly day: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

export const dateOf = (instant: number, timeZone: string): string =>
  new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The number of days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/**
 * Lists the days from one date to another, both included. Each instant belongs to one day, also where clocks change at midnight.
 */
export function listLocalDays(from: string, to: string, timeZone: string): LocalDay[] {
  const starts = Array.from({ length: Math.max(0, daysBetween(from, to) + 2) }, (_, at) => addDays(from, at));
  return starts.slice(0, -1).map((day, at) => ({
    day,
    startsAt: instantOf(Date.parse(day), timeZone),
    endsAt: instantOf(Date.parse(starts[at + 1] ?? day), timeZone),
  }));
}
