import { addDays, daysBetween } from '../changes/local-time.ts';

/** Days of a room's time zone, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The number of days in a range. */
export const daysIn = ({ from, to }: DayRange): number => daysBetween(from, to) + 1;

interface RoomDays extends DayRange {
  readonly today: string;
  /** The first day of the room. */
  readonly firstDay: string;
}

/**
 * Returns the days before a range, as many as have begun of it: days to come have no figures yet. `null` where the room did not
 * exist on any of the days before.
 */
export function previousDays({ from, to, today, firstDay }: RoomDays): DayRange | null {
  const length = daysIn({ from, to: to < today ? to : today });
  const last = addDays(from, -1);
  return length < 1 || last < firstDay ? null : { from: addDays(from, -length), to: last };
}
