import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { type Database, openDatabase } from '#server/database/open-database.ts';
import { createJobQueue, enqueueJobs } from '#server/engines/queue/job-queue.ts';
import { startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { openProxiedDatabase } from '#server/testing/proxied-database.ts';
import { runCount } from '#server/testing/run-count.ts';
import { ADMIN_PASSWORD, startServer, upload } from '#server/testing/server-process.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

/** Terminates all connections to the test's database except the one that runs the query. */
const terminateBackends = async ({ server }: TestApp): Promise<void> => {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(server.services.db);
  expect(rows).not.toEqual([]);
};

/** Each outage takes some seconds, until connections that are tried again have given up. */
const ROUNDS = Math.min(3, runCount(1));

const ask = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

/** Collects errors that would have ended a server process. */
function collectUncaught(): unknown[] {
  const uncaught: unknown[] = [];
  const collect = (error: unknown): void => void uncaught.push(error);
  process.on('uncaughtException', collect).on('unhandledRejection', collect);
  onTestFinished(() => void process.off('uncaughtException', collect).off('unhandledRejection', collect));
  return uncaught;
}

async function expectToWork(testApp: TestApp): Promise<void> {
  // The pool notices its terminated idle connections one by one.
  const owner = await vi.waitFor(() => testApp.user(), { timeout: 5_000 });
  const { id } = await owner.file({ content: 'A capercaillie' });
  await testApp.finishJobs();
  expect((await owner.get(ask('capercaillie'))).body.documentInfo?.fileId).toBe(id);
}

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')('database outages', () => {
  test('a terminated backend fails only its own query', async ({ testApp }) => {
    const uncaught = collectUncaught();
    const query = sql`select pg_sleep(60)`.execute(testApp.server.services.db);
    const failed = expect(query).rejects.toThrow();
    await expect.poll(() => countSleeping(testApp)).toBe(1);
    await terminateBackends(testApp);
    await failed;
    await expectToWork(testApp);
    expect(uncaught).toEqual([]);
  });

  test('a backend terminated between two queries fails only its own transaction', async ({ testApp }) => {
    const uncaught = collectUncaught();
    const { db } = testApp.server.services;
    for (let round = 0; round < 12; round += 1) {
      const work = db.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        await terminateBackends(testApp);
        // Waits until the end of the connection has arrived, also after a first query that notices it.
        for (;;) await sql`select pg_sleep(0.01)`.execute(transaction);
      });
      await expect(work).rejects.toThrow();
    }
    await expectToWork(testApp);
    expect(uncaught).toEqual([]);
  });

  test('a connection that ends while it is checked out and idle affects nothing else', async ({
    testApp,
  }) => {
    const uncaught = collectUncaught();
    const { db } = testApp.server.services;
    const work = db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await terminateBackends(testApp);
      await expect.poll(() => isConnected(testApp, rows[0]?.pid)).toBe(false);
      await sql`select 1`.execute(transaction);
    });
    await expect(work).rejects.toThrow();
    await expectToWork(testApp);
    expect(uncaught).toEqual([]);
  });

  test('a broken connection is removed from the pool', async () => {
    const uncaught = collectUncaught();
    const proxy = await openProxiedDatabase();
    const limits = { maxConnections: 2, statementTimeoutMs: 5_000 };
    const { db } = openDatabase({ engine: 'postgres', url: proxy.url }, limits);
    onTestFinished(() => db.destroy());
    for (let round = 0; round <= limits.maxConnections; round += 1) {
      const work = db.transaction().execute(async (transaction) => {
        await proxy.interrupt();
        await sql`select 1`.execute(transaction);
      });
      await expect(work).rejects.toThrow();
      await expect(sql`select 1`.execute(db)).rejects.toThrow();
      await proxy.restore();
    }
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    expect(uncaught).toEqual([]);
  });

  test('a server survives a database outage and recovers by itself', async () => {
    const { url, interrupt, restore } = await openProxiedDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-outage-'));
    const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD, DATABASE_URL: url });
    onTestFinished(async () => {
      await server.end('SIGKILL');
      await rm(dataDir, { recursive: true });
    });
    const health = async () => {
      const response = await fetch(`${server.url}/readyz`);
      return [response.status, await response.json()];
    };
    const cookie = await server.signIn();
    for (let round = 0; round < ROUNDS; round += 1) {
      const calls = Array.from({ length: 8 }, () =>
        fetch(`${server.url}/api/files`, { headers: { cookie } }),
      );
      await interrupt();
      await Promise.all(calls);
      // The load balancer keeps the node: all of them miss the same database.
      await expect.poll(health).toMatchObject([200, { status: 'degraded', failing: ['database', 'jobs'] }]);
      await restore();
      await expect.poll(health, { timeout: 5_000 }).toMatchObject([200, { status: 'ready', failing: [] }]);
    }
    const { id } = await upload(server.url, cookie, { name: 'wren.txt', content: 'A wren' });
    await expect
      .poll(async () => {
        const answer = await fetch(`${server.url}/api/files/${id}`, { headers: { cookie } });
        return answer.json();
      })
      .toMatchObject({ indexStatus: 'indexed' });
  });

  test('an outage counts no attempt of the job that it interrupts, however often it happens', async () => {
    const proxy = await openProxiedDatabase();
    const { db, engine } = openDatabase({ engine: 'postgres', url: proxy.url });
    onTestFinished(() => db.destroy());
    await migrate(db, engine);
    const kind = crypto.randomUUID();
    await enqueueJobs(db, [{ kind, payload: {} }], Date.now());
    let runs = 0;
    let skippedMs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs > 4) return;
      await proxy.interrupt();
      setTimeout(() => void proxy.restore(), 500);
    };
    const queue = createJobQueue({
      db,
      lanes: [{ handlers: [[kind, { run }]], concurrency: 1 }],
      now: () => Date.now() + skippedMs,
      onFailure: () => {},
      pollIntervalMs: 100,
    });
    onTestFinished(() => queue.stop());
    queue.start();
    await expect
      .poll(() => {
        skippedMs += 5_000;
        return runs;
      })
      .toBe(5);
    await queue.whenIdle();
    expect(await db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute()).toEqual([]);
  });

  test('the pool works again after a crash and recovery of the database server', async () => {
    const uncaught = collectUncaught();
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const { db } = openDatabase({ engine: 'postgres', url: postgres.url });
    onTestFinished(() => db.destroy());
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const sleeping = Array.from({ length: 4 }, () => sql`select pg_sleep(60)`.execute(db));
    const failed = Promise.all(sleeping.map((query) => expect(query).rejects.toThrow()));
    await expect.poll(() => countSleepingIn(db)).toBe(4);
    // PostgreSQL ends all its backends and recovers when one of them is killed.
    await expect.poll(() => isKilled(rows[0]?.pid)).toBe(true);
    await failed;
    await expect
      .poll(() => sql`select 1 as one`.execute(db).then((result) => result.rows, String))
      .toEqual([{ one: 1 }]);
    expect(uncaught).toEqual([]);
  });
});

function isKilled(pid = 0): boolean {
  if (pid === 0) return false;
  process.kill(pid, 'SIGKILL');
  return true;
}

const countSleeping = ({ server }: TestApp): Promise<number> => countSleepingIn(server.services.db);

async function countSleepingIn(db: Database): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and query like 'select pg_sleep(60)%' and state = 'active'`.execute(
    db,
  );
  return rows.length;
}

async function isConnected({ server }: TestApp, pid = 0): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(server.services.db);
  return rows.length > 0;
}
