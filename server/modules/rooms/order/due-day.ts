import { isoInstant } from '#shared/domain/iso-instant.ts';

const END_OF_DAY_MS = 86_399_000;

/** Returns the end of a day in UTC; `undefined` for text that does not begin with a day of the calendar such as `2026-12-31`. */
export function parseDueDay(text: string): number | undefined {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text) ?? [];
  const at = Date.parse(`${day}T00:00:00Z`);
  // February 31 is taken for March 3.
  const isDay = !Number.isNaN(at) && isoInstant(at).startsWith(`${day}`);
  return isDay ? at + END_OF_DAY_MS : undefined;
}
