/** Due dates are days of UTC, as in the tables that a room exports and imports, and last until their end. */
const DUE_DAY = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Formats the day of a due date, the same in every time zone: `Dec 5, 2026`. */
export const formatDueDay = (dueAt: string): string => DUE_DAY.format(new Date(dueAt));

/** Returns the day of a due date for a date field; blank without one. */
export const dueDayOf = (dueAt: string | null | undefined): string => dueAt?.slice(0, 10) ?? '';

/** Returns the due date for the day in a date field; `null` if it is blank. */
export const dueAtOf = (day: string): string | null => (day === '' ? null : `${day}T23:59:59.000Z`);
