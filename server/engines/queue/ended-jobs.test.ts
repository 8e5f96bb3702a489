import { expect, onTestFinished, vi } from 'vitest';
import { test } from '#server/testing/test-app.ts';
import { LEASE_DURATION_MS } from './claim-queries.ts';
import { openTestQueue } from './testing/open-test-queue.ts';

test('a job that ends itself ends with the transaction of its work', async ({ testApp }) => {
  const queue = openTestQueue(testApp);
  await queue.add({});
  const left: number[] = [];
  const worker = queue.work(async (_payload, _signal, end) => {
    await queue.db.transaction().execute((transaction) => end(transaction));
    left.push((await queue.rows()).length);
  });
  await worker.whenIdle();
  expect([left, await queue.rows(), queue.failures]).toEqual([[0], [], []]);
});

test('a job that ends itself in a transaction that fails is tried again', async ({ testApp }) => {
  const queue = openTestQueue(testApp);
  await queue.add({});
  const worker = queue.work(async (_payload, _signal, end) => {
    await queue.db.transaction().execute(async (transaction) => {
      await end(transaction);
      throw new Error('broken');
    });
  });
  await worker.whenIdle();
  expect(await queue.rows()).toMatchObject([{ attempts: 1, last_error: 'broken', lease_token: null }]);
});

test('a job that ends itself leaves the job of its successor alone', async ({ testApp }) => {
  const queue = openTestQueue(testApp);
  await queue.add({});
  const gate = Promise.withResolvers<void>();
  const slow = queue.work(async (_payload, _signal, end) => {
    await gate.promise;
    await queue.db.transaction().execute((transaction) => end(transaction));
  });
  await expect.poll(() => queue.rows()).toMatchObject([{ attempts: 1 }]);
  queue.clock.now += LEASE_DURATION_MS + 1;
  const taken = await queue.claim('another');
  gate.resolve();
  await slow.whenIdle();
  expect(await queue.rows()).toMatchObject([{ id: taken?.id, lease_token: 'another', attempts: 2 }]);
});

test('a job that ended itself is not taken for lost while it goes on', async ({ testApp }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = openTestQueue(testApp);
  await queue.add({});
  const isAborted: boolean[] = [];
  const worker = queue.work(async (_payload, signal, end) => {
    await queue.db.transaction().execute((transaction) => end(transaction));
    // The lease is renewed, of which no row is left.
    await vi.advanceTimersByTimeAsync(LEASE_DURATION_MS);
    for (let query = 0; query < 20; query++) await queue.rows();
    isAborted.push(signal.aborted);
  });
  await worker.whenIdle();
  expect([isAborted, queue.failures]).toEqual([[false], []]);
});
