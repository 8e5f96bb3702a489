import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantizeVector, VectorMatrix } from './vector-matrix.ts';

const cosine = (one: ArrayLike<number>, other: ArrayLike<number>): number => {
  const dot = (left: ArrayLike<number>, right: ArrayLike<number>) =>
    Array.from(left).reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
  return dot(one, other) / (Math.sqrt(dot(one, one) * dot(other, other)) || 1);
};
const ofLengthOne = (values: readonly number[]) => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};

test('rows of any length are compared exactly', () => {
  const vectors = fc.integer({ min: 1, max: 70 }).chain((dimensions) => {
    // No numbers so small that dividing by their length, to make it one, rounds them away.
    const component = fc.integer({ min: -1_000, max: 1_000 }).map((thousandths) => thousandths / 1_000);
    const vector = fc.array(component, { minLength: dimensions, maxLength: dimensions });
    return fc.tuple(vector, fc.array(vector, { minLength: 1, maxLength: 9 }));
  });
  fc.assert(
    fc.property(vectors, ([asked, passages]) => {
      const question = ofLengthOne(asked);
      const stored = passages.map((passage) => quantizeVector(Float32Array.from(passage)));
      const rows = new VectorMatrix('a model');
      for (const [at, passage] of stored.entries()) rows.set(at, passage);
      const scores = new Float32Array(stored.length);
      rows.createScorer(question)(0, stored.length, scores);
      for (const [at, passage] of stored.entries())
        expect(scores[at]).toBeCloseTo(cosine(question, passage), 2);
    }),
  );
});

test('the longest possible vectors do not overflow', () => {
  const rows = new VectorMatrix('a model');
  rows.set(0, new Int8Array(4_096).fill(127));
  rows.set(1, new Int8Array(4_096).fill(-127));
  const scores = new Float32Array(2);
  rows.createScorer(ofLengthOne(Array<number>(4_096).fill(1)))(0, 2, scores);
  expect([...scores].map((score) => Math.round(score * 1_000))).toEqual([1_000, -1_000]);
});

test('missing rows leave their places unchanged, and distant rows are found', () => {
  const rows = new VectorMatrix('a model');
  rows.set(2, Int8Array.of(127, 0));
  rows.set(9_000, Int8Array.of(0, 127));
  const scores = new Float32Array(20_000).fill(0.5);
  rows.createScorer(Float32Array.of(0, 1))(0, 20_000, scores);
  expect([scores[0], scores[2], scores[9_000], scores[15_000]]).toEqual([0.5, 0, 1, 0.5]);
  expect([rows.has(0), rows.has(2), rows.has(9_000), rows.has(15_000)]).toEqual([false, true, true, false]);
});

test('a query of another length matches nothing', () => {
  const rows = new VectorMatrix('a model');
  rows.set(0, Int8Array.of(127, 0));
  const scores = new Float32Array(1).fill(0.5);
  rows.createScorer(Float32Array.of(0, 1, 0))(0, 1, scores);
  expect([...scores]).toEqual([0.5]);
});
