import { countOf, daysLeft, formatDate } from '#shared/domain/format.ts';

/** Describes the number of files in a list of which at most one more than `max` were fetched. */
export const describeFileCount = (fetched: number, max: number): string =>
  fetched > max ? `more than ${max} files` : countOf(fetched, 'file');

/** Describes what is shared without one folder around it: its folders, or its files where there are none. */
export function describeEntries(folders: number | undefined, files: number | undefined): string {
  if (folders === undefined) return 'documents';
  return folders === 0 ? countOf(files ?? 0, 'file') : countOf(folders, 'folder');
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_OF_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Says until when a visit lasts: with the days that are left, or on the last day with the time. */
export function describeExpiry(expiresAt: string, now: number): string {
  const end = Date.parse(expiresAt);
  if (end - now < DAY_MS) return `Until ${MINUTE_OF_DAY.format(end)}`;
  return `Until ${formatDate(expiresAt)} (${countOf(daysLeft(end, now), 'day')} left)`;
}
