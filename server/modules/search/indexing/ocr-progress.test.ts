import { expect, test } from 'vitest';
import type { PageRecognition } from '#server/engines/documents/document-engine.ts';
import { addPage, describeMissingPages, outcomeOf, startProgress } from './ocr-progress.ts';

function progressOf(...pages: PageRecognition[]) {
  let progress = startProgress(pages.length);
  for (const [index, page] of pages.entries())
    ({ progress } = addPage(progress, index + 1, { engine: 'wasm', languages: ['eng'], page }));
  return progress;
}
const page = (words: number, confidence: number) => ({ text: 'words', words, confidence });

test('the confidence of a file is the mean over its words', () => {
  const progress = progressOf(page(30, 90), page(10, 50), page(0, 0));
  const outcome = { state: 'done', engine: 'wasm', languages: ['eng'], confidence: 80 };
  expect(outcomeOf(progress, { isDone: true })).toEqual(outcome);
  expect(outcomeOf(progress, { isDone: false })).toEqual({ ...outcome, state: 'waiting' });
  expect(describeMissingPages(progress, false)).toBeNull();
});

test('a page below 40 keeps no text and does not count', () => {
  const progress = startProgress(1);
  const read = { engine: 'wasm', languages: ['eng'], page: page(30, 39.9) } as const;
  expect(addPage(progress, 1, read).text).toBe('');
  expect(addPage(progress, 1, { ...read, page: page(30, 40) }).text).toBe('words');
});

test.for([
  ['below 70 is uncertain', [page(10, 69.9)], 'low-confidence'],
  ['70 is certain', [page(10, 70)], 'done'],
  ['nothing but guesses is unreadable', [page(10, 20)], 'unreadable'],
  ['nothing but failures is unreadable', [{ problem: 'damaged' }], 'unreadable'],
  ['one page in time is enough', [{ problem: 'too-long' }, page(10, 90)], 'done'],
  ['no words are no failure', [page(0, 0)], 'done'],
] as const)('%s', ([, pages, state]) => {
  expect(outcomeOf(progressOf(...pages), { isDone: true }).state).toBe(state);
});

test('missing pages are named with the reason', () => {
  const late = { problem: 'too-long' } as const;
  expect(describeMissingPages(progressOf(late), false)).toBe('Page 1 took too long.');
  expect(describeMissingPages(progressOf(page(5, 10), late, late, { problem: 'out-of-memory' }), false)).toBe(
    'Page 1 could not be read. It may be handwriting. Pages 2–3 took too long. Page 4 is an image whose text could not be recognized.',
  );
  expect(describeMissingPages(progressOf(page(5, 10)), true)).toBe(
    'This page could not be read. It may be handwriting.',
  );
});
