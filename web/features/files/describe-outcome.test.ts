import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/http/api-error.ts';
import { describeOutcome } from './describe-outcome.ts';

const done = Array.from({ length: 2000 }, (_, id) => id);

test('an outcome says how many files are done, and why the others are not', () => {
  expect(describeOutcome({ done: [1] }, 1, 'not moved')).toBe('1 file');
  expect(describeOutcome({ done }, 2000, 'not moved')).toBe('2,000 files');
  expect(describeOutcome({ done }, 5000, 'not moved')).toBe(
    '2,000 of 5,000 files. The others were not moved.',
  );
  const error = new ApiError(409, 'The folder is full.', { code: 'conflict' });
  expect(describeOutcome({ done, error }, 5000, 'not deleted')).toBe(
    '2,000 of 5,000 files. The others were not deleted. The folder is full.',
  );
});
