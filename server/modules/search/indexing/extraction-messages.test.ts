import { expect, test } from 'vitest';
import { describeReasons } from './extraction-messages.ts';

test('several reasons become one text of several sentences', () => {
  expect(describeReasons([{ code: 'pages-damaged', failed: 1, count: 2 }, { code: 'truncated' }])).toBe(
    '1 of 2 pages is damaged and could not be read. Only the beginning of this file can be found, since it holds more text than is kept.',
  );
});

test.each([
  ['pdf', "This file's name says that it is a PDF, but its content is not."],
  ['docx', "This file's name says that it is a Word document, but its content is not."],
  ['xlsx', "This file's name says that it is an Excel workbook, but its content is not."],
] as const)('content that is not %s is described by the claimed type', (type, sentence) => {
  expect(describeReasons([{ code: 'wrong-content', type }])).toBe(sentence);
});

test('pages that were not reached in time are counted', () => {
  expect(describeReasons([{ code: 'pages-not-reached', reached: 3, count: 9 }])).toBe(
    'Only the first 3 of 9 pages could be read in time.',
  );
});
