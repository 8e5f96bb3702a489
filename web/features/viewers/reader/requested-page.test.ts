import { expect, test } from 'vitest';
import { parseRequestedPage } from './requested-page.ts';

test.each([
  ['3', 3],
  [' 12 ', 12],
  ['999', 40],
  ['', undefined],
  [' ', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['abc', undefined],
])('"%s" of 40 pages is page %s', (text, page) => {
  expect(parseRequestedPage(text, 40)).toBe(page);
});
