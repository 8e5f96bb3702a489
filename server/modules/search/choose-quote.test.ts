import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseQuote } from './choose-quote.ts';

const quoteOf = (text: string, matched: string[]) =>
  chooseQuote({
    documentId: 1,
    score: 1,
    matchedWords: matched,
    chunk: { ordinal: 0, text, headings: '', start: 100, end: 100 + text.length },
  });

const LONG = `${'It rained upon the pier. '.repeat(12).trim().replaceAll('. ', ', ')} `;

test('the shortest run of sentences that holds all matched words is quoted', () => {
  const text = `${LONG}Either party may end it with nine months notice. ${LONG}`;
  expect(quoteOf(text, ['notice', 'party'])).toEqual({
    quote: 'Either party may end it with nine months notice.',
    start: 100 + LONG.length,
    end: 148 + LONG.length,
  });
});

test('words in two neighbouring sentences bring both', () => {
  const text = `${LONG}The seller is Alma. The buyer is Otto. ${LONG}`;
  expect(quoteOf(text, ['seller', 'buyer']).quote).toBe('The seller is Alma. The buyer is Otto.');
});

test('sentences beside the run come along, the shorter first, three in all', () => {
  const text =
    'A whole long sentence stands before. It rains. The buyer is Otto. It snows. Costs are shared.';
  expect(quoteOf(text, ['buyer']).quote).toBe('It rains. The buyer is Otto. It snows.');
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
