import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseQuote } from './choose-quote.ts';

const quoteOf = (text: string, matched: string[]) =>
  chooseQuote({
    documentId: 1,
    score: 1,
    matched,
    chunk: { ordinal: 0, text, headings: '', start: 100, end: 100 + text.length },
  });

test('the shortest run of sentences that holds all matched words is quoted', () => {
  const text = 'The term is five years. Either party may end it with nine months notice. Costs are shared.';
  expect(quoteOf(text, ['notice', 'party'])).toEqual({
    quote: 'Either party may end it with nine months notice.',
    start: 124,
    end: 172,
  });
});

test('words in two neighbouring sentences bring both', () => {
  const text = 'It rains. The seller is Alma. The buyer is Otto. It snows.';
  expect(quoteOf(text, ['seller', 'buyer']).quote).toBe('The seller is Alma. The buyer is Otto.');
});

test('without a matched word the passage is quoted from its beginning', () => {
  expect(quoteOf('Alpha. Beta.', []).quote).toBe('Alpha. Beta.');
});

test('a quote is always verbatim, at its offsets, and of bounded length', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 900 });
  fc.assert(
    fc.property(
      text,
      fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 5 }),
      (passage, words) => {
        const { quote, start, end } = quoteOf(passage, words);
        expect(passage.slice(start - 100, end - 100)).toBe(quote);
        expect(quote.length).toBeLessThanOrEqual(320);
      },
    ),
  );
});
