const KB = 1024;
const MB = KB * KB;
const DAY = 24 * 60 * 60 * 1000;

/** Formats a size: `512 B`, `1.5 KB`, `3.2 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < MB) return `${(bytes / KB).toFixed(1)} KB`;
  return `${(bytes / MB).toFixed(1)} MB`;
}

const SHORT_DATE = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

/** Formats a date: `Nov 20, 2026`. */
export function formatDate(date: string | number | null | undefined): string {
  if (date === null || date === undefined || date === '') return 'No date';
  const instant = new Date(date);
  return Number.isNaN(instant.getTime()) ? 'Unknown date' : SHORT_DATE.format(instant);
}

/** Returns the whole days until `instant`, rounded up, never below 0. */
export function daysLeft(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / DAY));
}

const RELATIVE_TIME = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', DAY / 24],
  ['minute', DAY / 24 / 60],
];

/** Formats the time since an instant: `3 hours ago`. */
export function formatRelativeTime(instant: string | number, now: number): string {
  const passed = now - new Date(instant).getTime();
  for (const [unit, length] of UNITS) {
    if (passed >= length) return RELATIVE_TIME.format(-Math.floor(passed / length), unit);
  }
  return 'less than a minute ago';
}

const FULL_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats date and time of day: `Nov 20, 2026, 3:04:05 PM`. */
export const formatDateTime = (instant: string | number): string => FULL_DATE.format(new Date(instant));

/** Formats a duration: `45 s`, `3 min 5 s`, `1 h 12 min`. A fraction of a second counts as one. */
export function formatDuration(ms: number): string {
  const seconds = ms > 0 ? Math.max(1, Math.round(ms / 1000)) : 0;
  if (seconds < 60) return `${seconds} s`;
  const [whole, part, unit, partUnit] =
    seconds < 3600
      ? [seconds / 60, seconds % 60, 'min', 's']
      : [seconds / 3600, Math.floor((seconds % 3600) / 60), 'h', 'min'];
  return part > 0 ? `${Math.floor(whole)} ${unit} ${part} ${partUnit}` : `${Math.floor(whole)} ${unit}`;
}

/** Returns a number with its noun: `1 folder`, `2,000 folders`, `2 entries`. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;

/** Returns the name by which people know a user: first and last name, otherwise the username. */
export const nameOf = ({
  displayName,
  username,
}: {
  displayName?: string | undefined;
  username: string;
}): string => displayName ?? username;
