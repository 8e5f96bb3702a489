import { expect, test } from 'vitest';
import { formatTree, parseTrees, sumTrees } from '#server/engines/search/confidence/boosted-trees.ts';
import { trainBoostedTrees } from './train-boosted-trees.ts';

/** Samples whose first feature decides, and whose second misleads at its upper end. */
const SAMPLES = Array.from({ length: 2000 }, (_, at) => {
  const [first, second] = [(at % 40) / 40, ((at * 7) % 50) / 50];
  return { features: [first, second], weight: 1, isTrue: first > 0.5 && !(second > 0.9) };
});

test('trees separate what the features tell, and are the same in every run', () => {
  const model = trainBoostedTrees(SAMPLES, [0, 0]);
  const [low, high, misled] = [
    [0.2, 0.5],
    [0.9, 0.5],
    [0.9, 0.95],
  ].map((features) => sumTrees(model, features));
  expect(low).toBeLessThan(-1);
  expect(high).toBeGreaterThan(1);
  expect(misled).toBeLessThan(0);
  expect(trainBoostedTrees(SAMPLES, [0, 0])).toEqual(model);
});

test('a prediction never falls while a raising feature rises', () => {
  const model = trainBoostedTrees(SAMPLES, [1, 1]);
  for (const other of [0.1, 0.5, 0.95])
    for (const feature of [0, 1]) {
      const sums = Array.from({ length: 50 }, (_, step) =>
        sumTrees(model, feature === 0 ? [step / 50, other] : [other, step / 50]),
      );
      expect(sums).toEqual(sums.toSorted((one, another) => one - another));
    }
});

test('trees are read as they were written', () => {
  const { trees } = trainBoostedTrees(SAMPLES, [0, 0]);
  expect(parseTrees(trees.map(formatTree).join('\n'))).toEqual(trees);
  expect(() => parseTrees('0<0.5 1')).toThrow('incomplete');
});
