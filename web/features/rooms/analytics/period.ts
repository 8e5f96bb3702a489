import { addDays, dateOf, daysBetween } from '#shared/domain/changes/local-time.ts';
import { countOf } from '#shared/domain/format.ts';
import { type DayRange, daysIn } from '#shared/domain/rooms/previous-days.ts';

/** The days that a user chose: so many up to today, all since the room was created, or dates. */
export type Period =
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'all' }
  | ({ readonly kind: 'dates' } & DayRange);

export const LAST_DAYS = [7, 14, 30, 90, 365] as const;
const DEFAULT_PERIOD: Period = { kind: 'last', days: 90 };
/** The server lists the figures of single days, and writes reports, for this many at most. */
const MAX_DAYS = 366;

export const PERIOD_PARAMETERS = ['period', 'from', 'to'] as const;

const isDate = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Reads the period from the query of an address; by default the last 90 days. */
export function readPeriod(search: string): Period {
  const parameters = new URLSearchParams(search);
  const [period, from, to] = PERIOD_PARAMETERS.map((name) => parameters.get(name));
  if (isDate(from ?? null) && isDate(to ?? null)) return { kind: 'dates', from: from ?? '', to: to ?? '' };
  if (period === 'all') return { kind: 'all' };
  const days = LAST_DAYS.find((each) => String(each) === period);
  return days === undefined ? DEFAULT_PERIOD : { kind: 'last', days };
}

/** Returns the query of an address with this period in place of the one in it. */
export function writePeriod(search: string, period: Period): string {
  const parameters = new URLSearchParams(search);
  for (const name of PERIOD_PARAMETERS) parameters.delete(name);
  if (period.kind === 'last') parameters.set('period', String(period.days));
  else if (period.kind === 'all') parameters.set('period', 'all');
  else {
    parameters.set('from', period.from);
    parameters.set('to', period.to);
  }
  return parameters.toString();
}

/** Returns the days of a period on the clocks of a room. */
export function resolvePeriod(
  period: Period,
  room: { readonly createdAt: string; readonly timeZone: string },
  now: number,
): DayRange {
  if (period.kind === 'dates') return { from: period.from, to: period.to };
  const to = dateOf(now, room.timeZone);
  if (period.kind === 'last') return { from: addDays(to, 1 - period.days), to };
  return { from: dateOf(Date.parse(room.createdAt), room.timeZone), to };
}

/** Tells whether a range is short enough for the figures of single days and for reports. */
export const hasDays = (range: DayRange): boolean => daysIn(range) <= MAX_DAYS;

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  // A date without a time is midnight in UTC, whatever the time zone of the viewer.
  timeZone: 'UTC',
});

/** Formats days: `Nov 20, 2026`, or `Nov 14, 2026 to Nov 20, 2026`. */
export function formatDays({ from, to }: DayRange): string {
  const [first, last] = [from, to].map((day) => DAY_FORMAT.format(new Date(day)));
  return from === to ? `${first}` : `${first} to ${last}`;
}

/** Formats days for the name of a file: `2026-11-14 to 2026-11-20`. */
export const formatFileDays = ({ from, to }: DayRange): string => (from === to ? from : `${from} to ${to}`);

/** Says with which days the chosen ones are compared, and which of them were before the room. */
export function describeComparison(previous: (DayRange & { readonly since: string | null }) | null): string {
  if (previous === null)
    return 'The room did not exist in the days before, so there is nothing to compare with.';
  const { from, since } = previous;
  const compared = `Compared with the ${countOf(daysIn(previous), 'day')} before: ${formatDays(previous)}.`;
  if (since === null) return compared;
  const missing = countOf(daysBetween(from, since), 'of these days has', 'of these days have');
  return `${compared} The room was created on ${formatDays({ from: since, to: since })}: ${missing} no figures.`;
}
