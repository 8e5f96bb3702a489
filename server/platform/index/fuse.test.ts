import { expect, test } from 'vitest';
import { fuse } from './fuse.ts';

test('what is first in both rankings has the score 1', () => {
  const [first] = fuse([3, 1].values(), [3].values(), 0.6);
  expect(first).toEqual({ unit: 3, score: 1 });
});

test('a place in the narrow ranking lifts what stands low in the wide one', () => {
  expect([...fuse([1, 2, 3].values(), [3].values(), 0.6)].map(({ unit }) => unit)).toEqual([3, 1, 2]);
});

test('however deep, everything comes once and in falling order', () => {
  const wide = Array.from({ length: 3000 }, (_, unit) => unit);
  const all = [...fuse(wide.values(), [2999, 5].values(), 0.6)];
  expect(all.map(({ unit }) => unit).sort((a, b) => a - b)).toEqual(wide);
  expect(all.every(({ score }, at) => at === 0 || score <= (all[at - 1]?.score ?? 0))).toBe(true);
});
