/** Returns a number with its noun: `1 folder`, `2 folders`. */
export const countOf = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;

/** Describes the number of files in a list of which at most one more than `max` were fetched. */
export const describeFileCount = (fetched: number, max: number): string =>
  fetched > max ? `more than ${max} files` : countOf(fetched, 'file');
