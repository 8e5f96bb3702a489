import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDescendingOrder } from './descending-scores.ts';

test('the order is that of a stable sort, without the zeros', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: 1, max: 12 }), (scores, few) => {
      const sorted = [...scores.keys()].filter((at) => (scores[at] ?? 0) > 0);
      sorted.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
      expect([...inDescendingOrder(Float32Array.from(scores), few)]).toEqual(sorted);
    }),
  );
});
