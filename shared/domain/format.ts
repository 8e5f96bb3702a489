const KB = 1024;
const MB = KB * KB;
const DAY = 24 * 60 * 60 * 1000;

/** A size for people: `512 B`, `1.5 KB`, `3.2 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < MB) return `${(bytes / KB).toFixed(1)} KB`;
  return `${(bytes / MB).toFixed(1)} MB`;
}

const SHORT_DATE = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

/** A date for people: `Nov 20, 2026`. */
export function formatDate(date: string | number | null | undefined): string {
  if (date === null || date === undefined || date === '') return 'No date';
  const instant = new Date(date);
  return Number.isNaN(instant.getTime()) ? 'Unknown date' : SHORT_DATE.format(instant);
}

/** Whole days until `instant`, rounded up, never below 0. */
export function daysLeft(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / DAY));
}
