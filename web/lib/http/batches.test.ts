import { expect, test } from 'vitest';
import { runBatches, splitIntoBatches } from './batches.ts';

const ITEMS = [1, 2, 3, 4, 5];
const batches = splitIntoBatches(ITEMS, 2);

test('items are divided into batches of at most the given size', () => {
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  expect(splitIntoBatches([], 2)).toEqual([]);
});

test('the progress counts items before the first batch and after each', async () => {
  const counts: number[] = [];
  const ran: (readonly number[])[] = [];
  const run = async (batch: readonly number[]) => void ran.push(batch);
  const result = await runBatches(batches, run, { onProgress: (done) => counts.push(done) });
  expect(result).toEqual({ done: ITEMS });
  expect(ran).toEqual(batches);
  expect(counts).toEqual([0, 2, 4, 5]);
});

test('a failure of the first batch is thrown, and one of a later batch keeps what was done', async () => {
  const failAt = (item: number) => async (batch: readonly number[]) => {
    if (batch.includes(item)) throw new Error(`Not ${item}`);
  };
  await expect(runBatches(batches, failAt(1))).rejects.toThrow('Not 1');
  expect(await runBatches(batches, failAt(5))).toEqual({ done: [1, 2, 3, 4], error: new Error('Not 5') });
});

test('a stop ends the work after the batch that is under way', async () => {
  const controller = new AbortController();
  const run = async () => controller.abort();
  expect(await runBatches(batches, run, { signal: controller.signal })).toEqual({ done: [1, 2] });
});
