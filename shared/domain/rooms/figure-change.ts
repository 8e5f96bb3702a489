/** Formats a figure of a room: `1,234`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Formats the difference to the days before with its sign: `+12`, `−3 min`, `±0`. */
export function formatChange(now: number, before: number, format = formatCount): string {
  if (now === before) return '±0';
  return `${now > before ? '+' : '−'}${format(Math.abs(now - before))}`;
}
