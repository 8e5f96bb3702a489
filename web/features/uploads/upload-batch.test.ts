import { describe, expect, it } from 'vitest';
import type { PlannedUpload } from './plan-uploads.ts';
import { createArrivalOrder, createUploadBatch } from './upload-batch.ts';

const planned = (...paths: string[]): PlannedUpload[] =>
  paths.map((path) => ({
    name: path,
    path: path.split('/').slice(0, -1),
    file: new File([], 'a.txt'),
    rejection: null,
  }));

describe('an upload batch', () => {
  it('a folder has the place of the first file in it, and each batch a key of its own', () => {
    const plan = planned('a.txt', 'b/c/1.txt', 'b/2.txt', 'd/3.txt');
    const batch = createUploadBatch(plan);
    const placeOf = (name: string) => name.split('/').at(-1);
    expect([['b'], ['b', 'c'], ['d']].map((path) => placeOf(batch.atFolder(path)))).toEqual(['1', '1', '3']);
    expect(batch.atPlace(2)).toMatch(/^[0-9a-f]{32}\/2$/);
    expect(createUploadBatch(plan).atPlace(2)).not.toBe(batch.atPlace(2));
  });
});

describe('the order of arrival', () => {
  /** Runs two tasks, of which the first fails once `end` is called; returns what has ended so far. */
  function runTwo(mustArriveInOrder: () => Promise<boolean>) {
    const inOrder = createArrivalOrder(mustArriveInOrder);
    const ended: string[] = [];
    const first = Promise.withResolvers<void>();
    const tasks = [
      inOrder(async () => {
        await first.promise;
        ended.push('first');
        throw new Error('refused');
      }),
      inOrder(async () => void ended.push('second')),
    ];
    return { ended, tasks, end: first.resolve };
  }

  it('a task starts when the one before it has ended, also after a failure', async () => {
    const { ended, tasks, end } = runTwo(async () => true);
    end();
    const results = await Promise.allSettled(tasks);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(ended).toEqual(['first', 'second']);
  });

  it('tasks run at once where the order does not matter or is unknown', async () => {
    for (const answer of [async () => false, () => Promise.reject(new Error('offline'))]) {
      const { ended, tasks, end } = runTwo(answer);
      await tasks[1];
      end();
      await Promise.allSettled(tasks);
      expect(ended).toEqual(['second', 'first']);
    }
  });
});
