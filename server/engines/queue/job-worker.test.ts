import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { markUnavailable } from '#server/app/errors.ts';
import { openTestApp, testInParallel as test } from '#server/testing/test-app.ts';
import { LEASE_DURATION_MS } from './claim-queries.ts';
import type { JobHandler } from './job-queue.ts';
import { releaseAllLeases, renewLease } from './queries.ts';
import { openTestQueue } from './testing/open-test-queue.ts';

const noAnswer = new Error('no answer');
markUnavailable(noAnswer);

const fails: JobHandler['run'] = async () => {
  throw new Error('broken');
};

describe('the queue', () => {
  test('eight workers run two hundred jobs once each, and all take part', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.add(...Array.from({ length: 200 }, (_, at) => ({ at })));
    const done: unknown[] = [];
    const doneBy = Array.from({ length: 8 }, () => 0);
    const workers = doneBy.map((_none, who) =>
      queue.work(async (payload) => {
        await setImmediate();
        done.push(payload);
        doneBy[who] = (doneBy[who] ?? 0) + 1;
      }),
    );
    await Promise.all(workers.map((worker) => worker.whenIdle()));
    expect(done).toHaveLength(200);
    expect(new Set(done.map((payload) => JSON.stringify(payload))).size).toBe(200);
    expect(await queue.rows()).toEqual([]);
    expect(doneBy.filter((count) => count === 0)).toEqual([]);
    expect(queue.failures).toEqual([]);
  });

  test('a claim that loses a race gets the next job', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.add({ at: 1 }, { at: 2 }, { at: 3 }, { at: 4 });
    const claims = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(queue.claim));
    const ids = claims.flatMap((job) => (job ? [job.id] : []));
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
  });

  test('a claimed job belongs to its worker until its lease expires, and a renewal extends the lease', async ({
    testApp,
  }) => {
    const queue = openTestQueue(testApp);
    await queue.add({});
    const job = await queue.claim('first');
    if (!job) throw new Error('No job is due');
    queue.clock.now += LEASE_DURATION_MS;
    expect(await queue.claim('second')).toBeUndefined();
    await renewLease(queue.db, job, queue.clock.now);
    queue.clock.now += LEASE_DURATION_MS;
    expect(await queue.claim('second')).toBeUndefined();
    queue.clock.now += 1;
    expect(await queue.claim('second')).toMatchObject({ id: job.id, attempts: 2 });
    await renewLease(queue.db, job, queue.clock.now + LEASE_DURATION_MS);
    queue.clock.now += LEASE_DURATION_MS + 1;
    expect(await queue.claim('third')).toMatchObject({ attempts: 3 });
  });

  test('a worker with an expired lease does not finish the job of its successor', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.add({});
    const gate = Promise.withResolvers<void>();
    const slow = queue.work(() => gate.promise);
    await expect.poll(() => queue.rows()).toMatchObject([{ attempts: 1 }]);
    queue.clock.now += LEASE_DURATION_MS + 1;
    const taken = await queue.claim('another');
    gate.resolve();
    await slow.whenIdle();
    expect(await queue.rows()).toMatchObject([{ id: taken?.id, lease_token: 'another', attempts: 2 }]);
  });

  test('a job whose process dies three times is set aside, also by restarts, and its waiters are notified', async ({
    testApp,
  }) => {
    const queue = openTestQueue(testApp);
    await queue.add({ fileId: 7 });
    for (const token of ['first', 'second', 'third']) {
      expect(await queue.claim(token)).toBeDefined();
      await releaseAllLeases(queue.db);
    }
    expect(await queue.claim('fourth')).toBeUndefined();
    const notified: unknown[] = [];
    let ran = 0;
    const worker = queue.work(async () => void ran++, {
      onAbandoned: async (payload) => void notified.push(payload),
    });
    await worker.whenIdle();
    expect([ran, notified]).toEqual([0, [{ fileId: 7 }]]);
    expect(await queue.rows()).toMatchObject([
      {
        quarantined_at: queue.clock.now,
        last_error: 'The worker stopped unexpectedly three times',
        lease_token: null,
      },
    ]);
  });
});

describe('the worker', () => {
  test('a failed job is tried again later and later, and is quarantined after the third failure', async ({
    testApp,
  }) => {
    const queue = openTestQueue(testApp);
    await queue.add({ fileId: 1 });
    const notified: unknown[] = [];
    const worker = queue.work(fails, { onAbandoned: async (payload) => void notified.push(payload) });
    const delays: number[] = [];
    for (const attempts of [1, 2]) {
      await worker.whenIdle();
      const [row] = await queue.rows();
      expect(row).toMatchObject({ attempts, last_error: 'broken', leased_until: null, quarantined_at: null });
      const delay = (row?.run_at ?? 0) - queue.clock.now;
      delays.push(delay);
      queue.clock.now += delay - 1;
      await worker.whenIdle();
      expect(await queue.rows()).toMatchObject([{ attempts }]);
      queue.clock.now += 1;
    }
    expect(delays).toEqual([5_000, 20_000]);
    expect(notified).toEqual([]);
    await worker.whenIdle();
    expect(notified).toEqual([{ fileId: 1 }]);
    expect(await queue.rows()).toMatchObject([
      { attempts: 3, quarantined_at: queue.clock.now, last_error: 'broken' },
    ]);
    queue.clock.now += 1_000_000;
    await worker.whenIdle();
    expect([queue.failures.length, notified.length]).toEqual([3, 1]);
  });

  test('a job waits for an unavailable service without limit, a minute at a time', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.add({});
    const worker = queue.work(() => Promise.reject(noAnswer));
    const delays: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      await worker.whenIdle();
      const [row] = await queue.rows();
      expect(row).toMatchObject({ attempts: 0, last_error: 'no answer', leased_until: null });
      delays.push((row?.run_at ?? 0) - queue.clock.now);
      queue.clock.now = row?.run_at ?? 0;
    }
    expect(delays[0]).toBeLessThanOrEqual(2_000);
    expect(delays[19]).toBeGreaterThanOrEqual(30_000);
    expect(Math.max(...delays)).toBeLessThanOrEqual(60_000);
  });

  test('a job whose lease another worker took over is interrupted and loses the attempt only', async ({
    testApp,
  }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const queue = openTestQueue(testApp);
    await queue.add({});
    const interrupted = Promise.withResolvers<void>();
    const worker = queue.work(
      (_payload, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            interrupted.resolve();
            reject(signal.reason);
          }),
        ),
    );
    await expect.poll(() => queue.rows()).toMatchObject([{ attempts: 1 }]);
    queue.clock.now += LEASE_DURATION_MS + 1;
    await queue.claim('another');
    vi.advanceTimersByTime(LEASE_DURATION_MS / 3);
    await interrupted.promise;
    await worker.whenIdle();
    expect(await queue.rows()).toMatchObject([{ attempts: 1, lease_token: 'another' }]);
  });

  test('a deferred job that another worker took over only loses the attempt', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.add({});
    const gate = Promise.withResolvers<void>();
    const slow = queue.work(() => gate.promise);
    await expect.poll(() => queue.rows()).toMatchObject([{ attempts: 1 }]);
    queue.clock.now += LEASE_DURATION_MS + 1;
    await queue.claim('another');
    gate.reject(noAnswer);
    await slow.whenIdle();
    expect(await queue.rows()).toMatchObject([{ attempts: 1, lease_token: 'another' }]);
  });

  test('a failed notification of an abandoned job is repeated', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.add({});
    let notified = 0;
    const worker = queue.work(fails, {
      async onAbandoned() {
        notified += 1;
        if (notified === 1) throw new Error('not now');
      },
    });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await worker.whenIdle();
      queue.clock.now += 30_000;
    }
    expect(await queue.rows()).toMatchObject([{ quarantined_at: null }]);
    queue.clock.now += LEASE_DURATION_MS + 1;
    await worker.whenIdle();
    expect(notified).toBe(2);
    expect(await queue.rows()).toMatchObject([{ quarantined_at: queue.clock.now, last_error: 'broken' }]);
  });

  test('a job that throws does not stop the others', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.add({ bad: true }, { at: 1 }, { bad: true }, { at: 2 });
    const done: unknown[] = [];
    const worker = queue.work(async (payload) => {
      if (JSON.stringify(payload).includes('bad')) throw new Error('broken at \0');
      done.push(payload);
    });
    await worker.whenIdle();
    expect(done).toEqual([{ at: 1 }, { at: 2 }]);
    expect(await queue.rows()).toMatchObject([{ last_error: 'broken at ' }, { last_error: 'broken at ' }]);
    await expect(worker.check()).resolves.toBeUndefined();
  });

  test('a stop returns running jobs to the queue and begins no more', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.add({ at: 1 }, { at: 2 });
    const begun = Promise.withResolvers<void>();
    const worker = queue.work(async (_payload, signal) => {
      begun.resolve();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await begun.promise;
    await worker.stop();
    expect(queue.failures).toEqual([]);
    const untouched = { attempts: 0, lease_token: null, leased_until: null, last_error: null };
    expect(await queue.rows()).toMatchObject([untouched, untouched]);
    worker.wake();
    await worker.whenIdle();
    expect(await queue.rows()).toMatchObject([untouched, untouched]);
  });

  test('a long job keeps its lease while its worker lives', async ({ testApp }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const queue = openTestQueue(testApp);
    await queue.add({});
    const gate = Promise.withResolvers<void>();
    const worker = queue.work(() => gate.promise);
    await expect.poll(() => queue.rows()).toMatchObject([{ attempts: 1 }]);
    queue.clock.now += LEASE_DURATION_MS / 3;
    vi.advanceTimersByTime(LEASE_DURATION_MS / 3);
    await expect
      .poll(() => queue.rows())
      .toMatchObject([{ leased_until: queue.clock.now + LEASE_DURATION_MS }]);
    gate.resolve();
    await worker.whenIdle();
    expect(await queue.rows()).toEqual([]);
  });

  test('idle waits for every job announced before it', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    let ran = 0;
    const worker = queue.work(async () => void ran++, { concurrency: 2 });
    for (let round = 1; round <= 100; round += 1) {
      worker.wake();
      for (let ticks = round % 10; ticks > 0; ticks -= 1) await Promise.resolve();
      await queue.add({ round });
      await worker.whenIdle();
      expect(ran).toBe(round);
    }
  });

  test('an unreadable queue fails the check until it is readable', async () => {
    const testApp = await openTestApp();
    const queue = openTestQueue(testApp);
    const worker = queue.work(async () => {});
    await worker.whenIdle();
    await queue.db.schema.alterTable('jobs').renameTo('hidden').execute();
    await worker.whenIdle();
    await expect(worker.check()).rejects.toThrow('The job queue is unavailable');
    expect(queue.failures).not.toEqual([]);
    await queue.db.schema.alterTable('hidden').renameTo('jobs').execute();
    await worker.whenIdle();
    await expect(worker.check()).resolves.toBeUndefined();
    await testApp.close();
  });
});
