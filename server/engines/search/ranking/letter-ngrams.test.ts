import { expect, test } from 'vitest';
import { Vocabulary } from '../storage/vocabulary.ts';
import { scoreLetterNgrams, similarity } from './letter-ngrams.ts';

test('a word is similar to its other forms, and not to words without common n-grams', () => {
  const like = similarity('disparage');
  expect(like('disparage')).toBe(1);
  expect(like('disparagement')).toBeGreaterThan(0.6);
  expect(like('escrow')).toBe(0);
});

test('windows score by the parts of words that they share with the question, short words as wholes', () => {
  const vocabulary = new Vocabulary();
  const windowOf = (words: string[]) => ({
    words: words.map((word) => vocabulary.add(word, 'en')),
    isDocument: false,
  });
  const windows = [['nondisparagement'], ['escrow'], ['ab', 'cd'], ['abc', 'cd']].map(windowOf);
  const [alike = 0, other, ...short] = scoreLetterNgrams('disparage ab', vocabulary, windows);
  expect(alike).toBeGreaterThan(0);
  expect(other).toBe(0);
  expect(short.map((score) => score > 0)).toEqual([true, false]);
});
