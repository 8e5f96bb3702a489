import { expect, test } from 'vitest';
import { describeMatches } from './describe-matches.ts';

const found = { text: 'price', state: 'done', index: 0, count: 2, isPartial: false } as const;

test.each([
  ['1 of 2', {}],
  ['', { text: '' }],
  ['Searching…', { state: 'searching' }],
  ['No matches', { count: 0 }],
  ['The search failed', { state: 'failed', count: 0 }],
  ['1,000 of 1,012 or more', { index: 999, count: 1012, isPartial: true }],
] as const)('%s', (described, differences) => {
  expect(describeMatches({ ...found, ...differences })).toBe(described);
});
