import { expect, test } from 'vitest';
import { toPassage } from './search-selection.ts';

const QUOTE =
  'First comes something else. The rent is due on the first business day of every month, in advance. Then more follows.';
const citation = (sentence?: { start: number; end: number }) => ({
  fileId: 1,
  fileName: 'lease.pdf',
  page: 3,
  quote: QUOTE,
  start: 1000,
  end: 1000 + QUOTE.length,
  ...(sentence && { sentence }),
});
const marked = (text: string) => {
  const start = 1000 + QUOTE.indexOf(text);
  return { start, end: start + text.length };
};

test('a citation opens its page with the best sentence highlighted', () => {
  const sentence = 'The rent is due on the first business day of every month, in advance.';
  expect(toPassage(citation(marked(sentence)))).toMatchObject({ page: 3, quote: sentence });
});

test('a short sentence is looked up with the text after it', () => {
  const { quote } = toPassage(citation(marked('The rent')));
  expect(quote).toBe('The rent is due on the first business day of every month, in');
});

test('a citation without a marked sentence is looked up by its quote', () => {
  expect(toPassage(citation()).quote).toBe(QUOTE);
});
