import { setImmediate } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import { describe, expect, onTestFinished } from 'vitest';
import { systemContext, transaction } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import { claimJob } from './claim-job.ts';
import { MAX_ATTEMPTS, selectExhaustedJob, selectFirstDueJob } from './claim-queries.ts';
import { enqueueJobs } from './job-queue.ts';
import { createJobWorker } from './job-worker.ts';

const isPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';

function openQueue({ server }: TestApp) {
  const { db, now } = server.services;
  const kind = crypto.randomUUID();
  return {
    kind,
    add: (at: number, within: Database = db) =>
      enqueueJobs(within, [{ kind, payload: { at }, dedupeKey: kind }], now()),
    claim: () => claimJob(db, [kind], crypto.randomUUID(), now()),
    payloads: async () => {
      const rows = db.selectFrom('jobs').select('payload').where('kind', '=', kind).orderBy('id');
      return (await rows.execute()).map(({ payload }) => JSON.parse(payload));
    },
  };
}

describe('jobs with a deduplication key', () => {
  test('a job is queued once while one is pending, also by concurrent calls', async ({ testApp }) => {
    const queue = openQueue(testApp);
    await queue.add(0);
    await Promise.all(Array.from({ length: 50 }, (_, nth) => queue.add(nth + 1)));
    expect(await queue.payloads()).toEqual([{ at: 0 }]);
  });

  test('a job is queued again once the pending one is claimed', async ({ testApp }) => {
    const queue = openQueue(testApp);
    await queue.add(1);
    expect(await queue.claim()).toBeDefined();
    await queue.add(2);
    await queue.add(3);
    expect(await queue.payloads()).toEqual([{ at: 1 }, { at: 2 }]);
  });

  test('a job is not claimed before a transaction that was merged into it has committed', async ({
    testApp,
  }) => {
    const queue = openQueue(testApp);
    await queue.add(1);
    const order: string[] = [];
    const [added, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const merging = transaction(systemContext(testApp.server.services), async ({ db }) => {
      await queue.add(2, db);
      added.resolve();
      await release.promise;
      order.push('commit');
    });
    await added.promise;
    const claiming = queue.claim().then((job) => {
      order.push('claim');
      return job;
    });
    // Time enough for a claim that does not wait.
    for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
    release.resolve();
    await merging;
    expect(await claiming).toBeDefined();
    expect(order).toEqual(['commit', 'claim']);
  });
});

describe('claims of jobs', () => {
  test('a claim reads an index by kind, however many jobs of other kinds are pending', async () => {
    const testApp = await openTestApp();
    onTestFinished(() => testApp.close());
    const { db, now } = testApp.server.services;
    await enqueueJobs(
      db,
      Array.from({ length: 4_000 }, (_, nth) => ({
        kind: `kind-${nth % 8}`,
        payload: {},
        runAt: now() + 1e9 + nth,
      })),
      now(),
    );
    if (isPostgres) await sql`analyze jobs`.execute(db);
    const kinds = ['kind-1', 'kind-2', 'absent'];
    for (const [query, index] of [
      [selectFirstDueJob(db, kinds, now() + 2e9), 'jobs_by_kind'],
      [selectExhaustedJob(db, kinds, now() + 2e9), 'jobs_out_of_attempts'],
    ] as const) {
      const plan = await explain(db, query.compile());
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Seq Scan|SCAN jobs/);
    }
  });
});

test.runIf(isPostgres)(
  'a claim passes over jobs that another transaction has locked',
  async ({ testApp }) => {
    const { db, now } = testApp.server.services;
    const kind = crypto.randomUUID();
    const payloads = Array.from({ length: 3 }, (_, nth) => ({ nth }));
    await enqueueJobs(
      db,
      payloads.map((payload) => ({ kind, payload })),
      now(),
    );
    await db.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', kind)
        .where('payload', '=', '{"nth":0}')
        .forUpdate()
        .execute();
      const claimed = await claimJob(db, [kind], crypto.randomUUID(), now());
      expect(claimed?.payload).toBe('{"nth":1}');
    });
    expect((await claimJob(db, [kind], crypto.randomUUID(), now()))?.payload).toBe('{"nth":0}');
  },
);

test('jobs without attempts left are those of the partial index', async ({ testApp }) => {
  const definition = isPostgres
    ? sql<{ text: string }>`select indexdef as text from pg_indexes where indexname = 'jobs_out_of_attempts'`
    : sql<{ text: string }>`select sql as text from sqlite_schema where name = 'jobs_out_of_attempts'`;
  const { rows } = await definition.execute(testApp.server.services.db);
  const [, limit] = /attempts >= \(?(\d+)/.exec(rows[0]?.text ?? '') ?? [];
  expect(Number(limit)).toBe(MAX_ATTEMPTS);
});

async function explain(db: Database, query: CompiledQuery): Promise<string> {
  const statement = `${isPostgres ? 'explain' : 'explain query plan'} ${query.sql}`;
  const { rows } = await db.executeQuery({ ...query, sql: statement });
  return rows.map((row) => Object.values(row ?? {}).join(' ')).join('\n');
}

describe('the loop of a worker', () => {
  test('a worker returns to the event loop between two jobs', async ({ testApp }) => {
    const { db, now } = testApp.server.services;
    const kind = crypto.randomUUID();
    await enqueueJobs(
      db,
      Array.from({ length: 20 }, () => ({ kind, payload: {} })),
      now(),
    );
    let turns = 0;
    const turnsAtJob: number[] = [];
    let counting: NodeJS.Immediate;
    const count = (): void => {
      turns += 1;
      counting = globalThis.setImmediate(count);
    };
    count();
    onTestFinished(() => clearImmediate(counting));
    const worker = createJobWorker({
      db,
      handlers: new Map([[kind, { run: async () => void turnsAtJob.push(turns) }]]),
      now,
      onFailure: (_job, error) => expect.unreachable(String(error)),
      concurrency: 1,
    });
    onTestFinished(() => worker.stop());
    worker.start();
    await worker.whenIdle();
    expect(turnsAtJob).toHaveLength(20);
    expect(new Set(turnsAtJob).size).toBe(20);
  });
});
