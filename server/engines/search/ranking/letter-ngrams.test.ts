import { expect, test } from 'vitest';
import { similarity } from './letter-ngrams.ts';

test('a word is like its other forms, and not like a word that shares no run of letters', () => {
  const like = similarity('disparage');
  expect(like('disparage')).toBe(1);
  expect(like('disparagement')).toBeGreaterThan(0.6);
  expect(like('escrow')).toBe(0);
});
