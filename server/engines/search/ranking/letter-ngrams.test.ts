import { expect, test } from 'vitest';
import { similarity } from './letter-ngrams.ts';

test('a word is similar to its other forms, and not to words without common n-grams', () => {
  const like = similarity('disparage');
  expect(like('disparage')).toBe(1);
  expect(like('disparagement')).toBeGreaterThan(0.6);
  expect(like('escrow')).toBe(0);
});
