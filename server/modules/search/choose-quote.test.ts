import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseAnswer, chooseQuote, quotePassage } from './choose-quote.ts';

const OFFSET = 100;

const hitOf = (text: string, best: string) => ({
  documentId: 1,
  score: 1,
  share: 1,
  sentence: { start: text.indexOf(best), end: text.indexOf(best) + best.length },
  chunk: { ordinal: 0, text, headings: '', start: OFFSET, end: OFFSET + text.length },
});

const LONG = `${'It rained upon the pier. '.repeat(12).trim().replaceAll('. ', ', ')} `;
const BEST = 'Either party may end it with nine months notice.';

test('a citation is the whole passage with its best sentence marked', () => {
  const text = `${LONG}${BEST} ${LONG}`;
  const { quote, start, end, sentence } = quotePassage(hitOf(text, BEST));
  expect([quote, start, end]).toEqual([text.trimEnd(), OFFSET, OFFSET + text.trimEnd().length]);
  expect(text.slice((sentence?.start ?? 0) - OFFSET, (sentence?.end ?? 0) - OFFSET)).toBe(BEST);
});

test('the answer is the best sentence', () => {
  expect(chooseAnswer(hitOf(`The rent is due. ${BEST} It snows.`, BEST))).toBe(BEST);
});

test('a short sentence is shown with the next', () => {
  expect(chooseAnswer(hitOf(`Notice.\n${BEST} It snows.`, 'Notice.'))).toBe(`Notice.\n${BEST}`);
});

test('a short quote extends the sentence by its neighbours, the shorter first, three in all', () => {
  const text =
    'A whole long sentence stands before. It rains. The buyer is Otto. It snows. Costs are shared.';
  expect(chooseQuote(hitOf(text, 'The buyer is Otto.')).quote).toBe('It rains. The buyer is Otto. It snows.');
});

test('a short quote of a sentence between long ones is that sentence', () => {
  expect(chooseQuote(hitOf(`${LONG}${BEST} ${LONG}`, BEST))).toEqual({
    quote: BEST,
    start: OFFSET + LONG.length,
    end: OFFSET + LONG.length + BEST.length,
    sentence: { start: OFFSET + LONG.length, end: OFFSET + LONG.length + BEST.length },
  });
});

test('a quote is always verbatim, at its offsets, and of bounded length, and its sentence lies in it', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 900 });
  fc.assert(
    fc.property(text, fc.nat(899), fc.nat(899), (passage, from, length) => {
      const start = Math.min(from, passage.length - 1);
      const sentence = { start, end: Math.min(start + length + 1, passage.length) };
      const hit = { ...hitOf(passage, ''), sentence };
      for (const cited of [chooseQuote(hit), quotePassage(hit)]) {
        expect(passage.slice(cited.start - OFFSET, cited.end - OFFSET)).toBe(cited.quote);
        expect(cited.sentence?.start).toBeGreaterThanOrEqual(cited.start);
        expect(cited.sentence?.end).toBeLessThanOrEqual(cited.end);
      }
      expect(chooseQuote(hit).quote.length).toBeLessThanOrEqual(320);
      expect(chooseAnswer(hit).length).toBeLessThanOrEqual(320);
    }),
  );
});
