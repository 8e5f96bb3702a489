import { countOf } from '#shared/domain/format.ts';

/** Describes the number of files in a list of which at most one more than `max` were fetched. */
export const describeFileCount = (fetched: number, max: number): string =>
  fetched > max ? `more than ${max} files` : countOf(fetched, 'file');
