import { type CompiledQuery, sql } from 'kysely';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { type Database, isPostgres } from '#server/database/open-database.ts';
import { openTestApp, type TestApp, test } from '#server/testing/test-app.ts';
import { LEASE_DURATION_MS } from './claim-queries.ts';
import { createJobQueue, enqueueJobs, type JobHandler } from './job-queue.ts';
import { createLanePolling } from './poll-lanes.ts';
import { selectWaitingKinds } from './waiting-kinds.ts';

const POLL_INTERVAL_MS = 1_000;

/** Starts a queue of lanes of one kind each, whose polls the test makes happen. */
async function startQueue({ server }: TestApp, lanes: number, run: JobHandler['run'] = async () => {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { db } = server.services;
  const kinds = Array.from({ length: lanes }, () => crypto.randomUUID());
  const clock = { now: 1_000_000 };
  const failures: unknown[] = [];
  const done: string[] = [];
  const queue = createJobQueue({
    db,
    now: () => clock.now,
    onFailure: (_job, error) => failures.push(error),
    pollIntervalMs: POLL_INTERVAL_MS,
    lanes: kinds.map((kind) => ({
      handlers: [
        [
          kind,
          {
            run: async (payload, signal, end) => {
              done.push(kind);
              await run(payload, signal, end);
            },
          },
        ],
      ],
      concurrency: 1,
    })),
  });
  onTestFinished(() => queue.stop());
  queue.start();
  await queue.whenIdle();
  return {
    ...{ db, queue, kinds, clock, failures, done },
    add: (kind = '', runAt = clock.now) => enqueueJobs(db, [{ kind, payload: {}, runAt }], clock.now),
    poll: () => vi.advanceTimersByTime(POLL_INTERVAL_MS),
  };
}

/** Counts the statements that a database runs from now on. */
function countStatements(db: Database): { count: number } {
  const counted = { count: 0 };
  const execute = db.executeQuery.bind(db);
  vi.spyOn(db, 'executeQuery').mockImplementation((query) => {
    counted.count += 1;
    return execute(query);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return counted;
}

/** Polls for a lane of one kind whose worker only counts how often it is woken. */
function pollOneLane(testApp: TestApp) {
  const { db } = testApp.server.services;
  const kind = crypto.randomUUID();
  const woken = vi.fn();
  const polling = createLanePolling(
    [{ kinds: new Set([kind]), worker: { hasFailed: () => false, poll: woken } }],
    { db, now: () => 1_000, onFailure() {}, pollIntervalMs: POLL_INTERVAL_MS },
  );
  onTestFinished(() => polling.stop());
  return { db, kind, woken, polling };
}

describe('polling', () => {
  test('a poll of idle lanes is one statement', async ({ testApp }) => {
    const { db, poll } = await startQueue(testApp, 9);
    const statements = countStatements(db);
    poll();
    await expect.poll(() => statements.count).toBe(1);
    poll();
    await expect.poll(() => statements.count).toBe(2);
  });

  test('a wake for jobs of any kind is one statement, and one more while it is answered', async ({
    testApp,
  }) => {
    const { db, queue } = await startQueue(testApp, 9);
    const statements = countStatements(db);
    queue.wake();
    await expect.poll(() => statements.count).toBe(1);
    for (let wakes = 0; wakes < 5; wakes += 1) queue.wake();
    await expect.poll(() => statements.count).toBeGreaterThanOrEqual(2);
    await queue.stop();
    expect(statements.count).toBeLessThanOrEqual(3);
    queue.wake();
    expect(statements.count).toBeLessThanOrEqual(3);
  });

  test('a job that is added while a poll is answered is found by the next one', async ({ testApp }) => {
    const { db, kind, woken, polling } = pollOneLane(testApp);
    const execute = db.executeQuery.bind(db);
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    using _poll = vi.spyOn(db, 'executeQuery').mockImplementationOnce(async (query) => {
      const result = await execute(query);
      asked.resolve();
      await answer.promise;
      return result as never; // of the query that runs
    });
    polling.poll();
    await asked.promise;
    await enqueueJobs(db, [{ kind, payload: {} }], 1_000);
    polling.poll();
    answer.resolve();
    await expect.poll(() => woken.mock.calls.length).toBe(1);
  });

  test('a poll that is not answered does not delay new jobs', async ({ testApp }) => {
    const { db, kind, woken, polling } = pollOneLane(testApp);
    using asked = vi.spyOn(db, 'executeQuery').mockImplementationOnce(() => new Promise(() => {}));
    polling.poll();
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    await enqueueJobs(db, [{ kind, payload: {} }], 1_000);
    const later = performance.now() + 6_000;
    using _now = vi.spyOn(performance, 'now').mockReturnValue(later);
    polling.poll();
    await vi.waitFor(() => expect(woken.mock.calls.length).toBe(1), { timeout: 10_000 });
  });

  test('a poll finds what time alone has made due, and wakes its lane', async ({ testApp }) => {
    const { kinds, clock, done, add, poll, queue } = await startQueue(testApp, 3);
    const [first, second] = kinds;
    await add(second, clock.now + 500);
    await add(first, clock.now + 2_000);
    clock.now += 1_000;
    poll();
    await expect.poll(() => done).toEqual([second]);
    await queue.whenIdle();
    clock.now += 1_000;
    poll();
    await expect.poll(() => done).toEqual([second, first]);
  });

  test('a poll finds the job of a process that died, and one that died three times', async ({ testApp }) => {
    const { db, kinds, clock, done, add, poll } = await startQueue(testApp, 2);
    const [first, second] = kinds;
    await add(first);
    await add(second);
    const lease = { lease_token: 'of another', leased_until: clock.now + LEASE_DURATION_MS };
    for (const [kind, attempts] of [
      [String(first), 1],
      [String(second), 3],
    ] as const)
      await db
        .updateTable('jobs')
        .set({ ...lease, attempts })
        .where('kind', '=', kind)
        .execute();
    clock.now += LEASE_DURATION_MS + 1;
    poll();
    await expect.poll(() => done).toEqual([first]);
    const quarantined = () =>
      db.selectFrom('jobs').select('quarantined_at').where('kind', '=', String(second)).execute();
    await expect.poll(quarantined).toEqual([{ quarantined_at: clock.now }]);
  });

  test('an unreadable queue is reported once each poll, and works again once it is readable', async () => {
    const testApp = await openTestApp();
    onTestFinished(() => testApp.close());
    const { db, queue, kinds, clock, failures, done, add, poll } = await startQueue(testApp, 9);
    await add(kinds[4], clock.now + 500);
    clock.now += 500;
    await db.schema.alterTable('jobs').renameTo('hidden').execute();
    poll();
    await expect.poll(() => failures.length).toBe(1);
    await expect(queue.check()).rejects.toThrow('The job queue is unavailable');
    await db.schema.alterTable('hidden').renameTo('jobs').execute();
    poll();
    await expect.poll(() => done).toEqual([kinds[4]]);
    await expect(queue.check()).resolves.toBeUndefined();
    expect(failures).toHaveLength(1);
  });

  test('a poll whose answer is lost is reported, and is not the last', async ({ testApp }) => {
    const { db, queue, kinds, clock, done, add, poll } = await startQueue(testApp, 2);
    await add(kinds[1], clock.now + 500);
    clock.now += 500;
    const execute = db.executeQuery.bind(db);
    const lost = vi.spyOn(db, 'executeQuery').mockReturnValueOnce(new Promise(() => {}));
    lost.mockImplementation(execute);
    const time = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    poll();
    time.mockReturnValue(60_000);
    poll();
    expect(done).toEqual([]);
    await expect(queue.check()).resolves.toBeUndefined();
    time.mockReturnValue(90_001);
    poll();
    await expect(queue.check()).rejects.toThrow('The job queue is unavailable');
    await expect.poll(() => done).toEqual([kinds[1]]);
    await expect(queue.check()).resolves.toBeUndefined();
  });

  test('a lane whose search failed is searched by each poll until it succeeds', async () => {
    const testApp = await openTestApp();
    onTestFinished(() => testApp.close());
    const { db, queue, poll } = await startQueue(testApp, 2);
    await db.schema.alterTable('jobs').renameTo('hidden').execute();
    await queue.whenIdle();
    await expect(queue.check()).rejects.toThrow('The job queue is unavailable');
    await db.schema.alterTable('hidden').renameTo('jobs').execute();
    poll();
    await expect.poll(() => queue.check().then(() => 'works', String)).toBe('works');
  });
});

test('a poll reads an index by kind, however many jobs are pending', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const { db, now } = testApp.server.services;
  const jobs = Array.from({ length: 4_000 }, (_, nth) => ({
    kind: `kind-${nth % 8}`,
    payload: {},
    runAt: now() + 1e9 + nth,
  }));
  await enqueueJobs(db, jobs, now());
  if (isPostgres(db)) await sql`analyze jobs`.execute(db);
  const plan = await explain(db, selectWaitingKinds(db, ['kind-1', 'kind-2', 'absent'], now()).compile());
  expect(plan).toContain('jobs_by_kind');
  expect(plan).toContain('jobs_out_of_attempts');
  expect(plan).not.toMatch(/Seq Scan on jobs|SCAN jobs/);
});

async function explain(db: Database, query: CompiledQuery): Promise<string> {
  const statement = `${isPostgres(db) ? 'explain' : 'explain query plan'} ${query.sql}`;
  const { rows } = await db.executeQuery({ ...query, sql: statement });
  return rows.map((row) => Object.values(row ?? {}).join(' ')).join('\n');
}
