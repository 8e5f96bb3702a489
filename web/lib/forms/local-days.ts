/** Returns the day of an instant in the browser's time zone, as a date field has it. */
export function toDay(instant: string): string {
  const date = new Date(instant);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Returns the end of a day in the browser's time zone; `null` without one. */
export const toEnd = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59`).toISOString();

/** Returns the beginning of a day in the browser's time zone; `null` without one. */
export const toStart = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T00:00:00`).toISOString();
