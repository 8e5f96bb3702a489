const DAY_MS = 24 * 60 * 60 * 1000;
/** The files of a room are of fewer days than these. */
const MAX_CACHED_DATES = 1_000;

/** The first part of the instants of recent days, such as `2026-11-23T`. */
const dates = new Map<number, string>();

function dateOf(day: number): string {
  const cached = dates.get(day);
  if (cached !== undefined) return cached;
  if (dates.size >= MAX_CACHED_DATES) dates.clear();
  const date = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length);
  dates.set(day, date);
  return date;
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/**
 * Returns what `new Date(instant).toISOString()` returns, also for a part of a millisecond, in a third of its time, which counts
 * in lists.
 */
export function isoInstant(instant: number): string {
  const ms = Math.trunc(instant);
  const day = Math.floor(ms / DAY_MS);
  const time = ms - day * DAY_MS;
  const seconds = Math.floor(time / 1_000);
  const hours = pad(Math.floor(seconds / 3_600), 2);
  return `${dateOf(day)}${hours}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${pad(time % 1_000, 3)}Z`;
}

/** Returns `null` for an instant that is absent, as the contracts do. */
export const isoInstantOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : isoInstant(ms);
