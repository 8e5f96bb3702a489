import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import type { BatchResult } from '#web/lib/http/batches.ts';

const format = (count: number): string => count.toLocaleString('en-US');

export const formatFileCount = ({ length }: { length: number }): string =>
  length === 1 ? '1 file' : `${format(length)} files`;

/** Describes how far work on files came: all of them, or how many, and what became of the rest, such as 'not moved'. */
export function describeOutcome<Item>(
  { done, error }: BatchResult<Item>,
  total: number,
  rest: string,
): string {
  if (done.length === total) return formatFileCount(done);
  const count = `${format(done.length)} of ${format(total)} files. The others were ${rest}.`;
  return error ? `${count} ${getErrorMessage(error)}` : count;
}
