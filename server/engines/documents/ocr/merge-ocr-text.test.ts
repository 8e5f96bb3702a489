import { expect, test } from 'vitest';
import type { Block } from '../blocks/document-text.ts';
import { expectExactOffsets } from '../extraction/testing/expect-blocks.ts';
import { mergeOcrText } from './merge-ocr-text.ts';

const typed: Block = { kind: 'paragraph', text: 'Typed', headings: [], page: 1, start: 0, end: 5 };

test('recognized words are on their page, with joined words and exact offsets', () => {
  const blocks = mergeOcrText(
    [typed, { ...typed, text: 'Last', page: 3, start: 6, end: 10 }],
    [{ page: 2, text: 'The ten-\nant pays\n\nSigned' }],
  );
  expect(blocks.map(({ text, page }) => [text, page])).toEqual([
    ['Typed', 1],
    ['The tenant pays', 2],
    ['Signed', 2],
    ['Last', 3],
  ]);
  expectExactOffsets(blocks);
});

test('a page that is recognized twice occurs once', () => {
  const once = mergeOcrText([typed], [{ page: 2, text: 'Signed' }]);
  expect(mergeOcrText(once, [{ page: 2, text: 'Signed' }])).toEqual(once);
});
