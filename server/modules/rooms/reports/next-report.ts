import { addDays, dateOf, instantOf } from '#shared/domain/changes/local-time.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAYS_OF_WEEK = 7;

interface ReportTime {
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly timeZone: string;
}

/** Returns the next time of a weekly report after `now`. An hour that is skipped when clocks go forward is the next one. */
export function nextReportAt({ weekday, hour, timeZone }: ReportTime, now: number): number {
  const today = dateOf(now, timeZone);
  const ahead = (weekday - new Date(Date.parse(today)).getUTCDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  const at = (days: number) => instantOf(Date.parse(addDays(today, days)) + hour * HOUR_MS, timeZone);
  return at(ahead) > now ? at(ahead) : at(ahead + DAYS_OF_WEEK);
}
