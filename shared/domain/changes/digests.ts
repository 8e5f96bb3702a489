/** How often a reader gets mails about a room. `immediately` collects the changes of 15 minutes; `weekly` is Monday. */
export const DIGEST_FREQUENCIES = ['immediately', 'daily', 'weekly', 'never'] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

/** The digest of a reader who follows something and has not chosen. */
export const DEFAULT_DIGEST = { frequency: 'daily', hour: 8, timeZone: 'UTC' } as const;

/** For this long changes are collected before mails report them to those who do not want to wait longer. */
export const DIGEST_DELAY_MS = 15 * 60 * 1000;

/** The maximum number of folders and files that a reader follows. */
export const MAX_FOLLOWS = 500;

/** Tells whether the time zone database has an entry of this name, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 would ignore daylight saving time.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
