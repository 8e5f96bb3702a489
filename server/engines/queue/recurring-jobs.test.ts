import { expect, onTestFinished } from 'vitest';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { enqueueJobs, type JobHandler } from './job-queue.ts';
import { createJobWorker } from './job-worker.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A recurring kind of job that no other test has, with as many workers as asked. */
async function openRecurring({ server }: TestApp, run: JobHandler['run'], workers: number) {
  const { db } = server.services;
  const kind = crypto.randomUUID();
  const clock = { now: 1_000_000 };
  await enqueueJobs(db, [{ kind, payload: {} }], clock.now);
  const all = Array.from({ length: workers }, () => {
    const worker = createJobWorker({
      db,
      handlers: new Map([[kind, { run, intervalMs: DAY_MS }]]),
      now: () => clock.now,
      onFailure: () => {},
      concurrency: 1,
    });
    onTestFinished(() => worker.stop());
    worker.start();
    return worker;
  });
  return {
    clock,
    idle: () => Promise.all(all.map((worker) => worker.whenIdle())),
    rows: () => db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute(),
  };
}

test('a recurring job runs once a day with any number of workers and keeps its single row', async ({
  testApp,
}) => {
  let runs = 0;
  const queue = await openRecurring(testApp, async () => void runs++, 4);
  for (const expected of [1, 2, 3]) {
    await queue.idle();
    expect(runs).toBe(expected);
    expect(await queue.rows()).toMatchObject([
      { run_at: queue.clock.now + DAY_MS, attempts: 0, lease_token: null },
    ]);
    queue.clock.now += DAY_MS;
  }
});

test('a recurring job that failed three times runs again the next day and keeps its error until then', async ({
  testApp,
}) => {
  let isBroken = true;
  const run = async () => {
    if (isBroken) throw new Error('no room');
  };
  const queue = await openRecurring(testApp, run, 1);
  await queue.idle();
  for (let retry = 0; retry < 2; retry += 1) {
    queue.clock.now += 60_000;
    await queue.idle();
  }
  expect(await queue.rows()).toMatchObject([
    { run_at: queue.clock.now + DAY_MS, attempts: 0, quarantined_at: null, last_error: 'no room' },
  ]);
  isBroken = false;
  queue.clock.now += DAY_MS;
  await queue.idle();
  expect(await queue.rows()).toMatchObject([{ run_at: queue.clock.now + DAY_MS, last_error: null }]);
});
