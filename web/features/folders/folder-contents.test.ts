import { expect, test } from 'vitest';
import { formatFolderContents } from './folder-contents.ts';

test.each([
  [0, 0, 'Empty'],
  [1, 0, '1 folder'],
  [0, 12, '12 files'],
  [2, 1, '2 folders, 1 file'],
])('a folder with %i folders and %i files says so', (folders, files, text) => {
  expect(formatFolderContents({ folders, files, changedAt: '2026-01-01T00:00:00.000Z' })).toBe(text);
});
