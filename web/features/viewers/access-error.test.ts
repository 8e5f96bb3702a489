import { expect, test } from 'vitest';
import { describeAccessError } from './access-error.ts';

test.each([
  [404, 'The requested file could not be found.'],
  [403, "You don't have permission to view this file."],
  [0, 'Network error occurred while checking file access.'],
  [500, 'An error occurred while loading the file.'],
  [undefined, 'An error occurred while loading the file.'],
])('status %s explains why a file is not shown', (status, sentence) => {
  expect(describeAccessError(status)).toBe(sentence);
});
