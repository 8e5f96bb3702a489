import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, vi } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { createJobQueue, enqueueJobs } from '#server/engines/queue/job-queue.ts';
import { startDatabaseProxy } from '#server/testing/database-proxy.ts';
import { createDatabase, dropDatabase, startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { ADMIN_PASSWORD, startServer, upload } from '#server/testing/server-process.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

/** Ends all connections to the test's database but the one that runs the query. */
const terminateBackends = async ({ server }: TestApp): Promise<void> => {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(server.services.db);
  expect(rows).not.toEqual([]);
};

const ask = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

/** Errors that would have ended a server's process. */
function collectUncaught(): unknown[] {
  const uncaught: unknown[] = [];
  const collect = (error: unknown): void => void uncaught.push(error);
  process.on('uncaughtException', collect).on('unhandledRejection', collect);
  onTestFinished(() => void process.off('uncaughtException', collect).off('unhandledRejection', collect));
  return uncaught;
}

async function expectToWork(testApp: TestApp): Promise<void> {
  // The pool learns of its terminated idle connections one by one.
  const owner = await vi.waitFor(() => testApp.user(), { timeout: 5_000 });
  const { id } = await owner.file({ content: 'A capercaillie' });
  await testApp.finishJobs();
  expect((await owner.get(ask('capercaillie'))).body.documentInfo?.fileId).toBe(id);
}

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')('an interrupted database', () => {
  test('a query whose backend is terminated fails alone', async ({ testApp }) => {
    const uncaught = collectUncaught();
    const query = sql`select pg_sleep(60)`.execute(testApp.server.services.db);
    const failed = expect(query).rejects.toThrow();
    await expect.poll(() => countSleeping(testApp)).toBe(1);
    await terminateBackends(testApp);
    await failed;
    await expectToWork(testApp);
    expect(uncaught).toEqual([]);
  });

  test('a transaction whose backend is terminated between two queries fails alone', async ({ testApp }) => {
    const uncaught = collectUncaught();
    const { db } = testApp.server.services;
    for (let round = 0; round < 12; round += 1) {
      const work = db.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        await terminateBackends(testApp);
        // Until the end of the connection has arrived, also after a first query that learns of it.
        for (;;) await sql`select pg_sleep(0.01)`.execute(transaction);
      });
      await expect(work).rejects.toThrow();
    }
    await expectToWork(testApp);
    expect(uncaught).toEqual([]);
  });

  test('a connection that ends while it is checked out and unused ends nothing else', async ({ testApp }) => {
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

  test('a broken connection leaves the pool', async () => {
    const uncaught = collectUncaught();
    const proxy = await openProxiedDatabase();
    const { db } = openDatabase({ engine: 'postgres', url: proxy.url });
    onTestFinished(() => db.destroy());
    // More than the pool holds.
    for (let round = 0; round < 12; round += 1) {
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

  test('a server outlasts an outage and works again by itself', async () => {
    const { url, interrupt, restore } = await openProxiedDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-outage-'));
    const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD, DATABASE_URL: url });
    onTestFinished(async () => {
      await server.end('SIGKILL');
      await rm(dataDir, { recursive: true });
    });
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    const cookie = await server.signIn();
    for (let round = 0; round < 3; round += 1) {
      const calls = Array.from({ length: 8 }, () =>
        fetch(`${server.url}/api/files`, { headers: { cookie } }),
      );
      await interrupt();
      await Promise.all(calls);
      await expect.poll(ready).toBe(503);
      await restore();
      await expect.poll(ready).toBe(200);
    }
    const { id } = await upload(server.url, cookie, { name: 'wren.txt', content: 'A wren' });
    await expect
      .poll(async () => {
        const answer = await fetch(`${server.url}/api/files/${id}`, { headers: { cookie } });
        return answer.json();
      })
      .toMatchObject({ indexStatus: 'indexed' });
  });

  test('a job that the outage interrupts has no attempt counted, however often it happens', async () => {
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

async function countSleeping({ server }: TestApp): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and query like 'select pg_sleep(60)%' and state = 'active'`.execute(
    server.services.db,
  );
  return rows.length;
}

async function isConnected({ server }: TestApp, pid = 0): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(server.services.db);
  return rows.length > 0;
}

/** An empty database of its own, behind a proxy. */
async function openProxiedDatabase(): ReturnType<typeof startDatabaseProxy> {
  const postgres = inject('postgresUrl');
  const name = `outage_${crypto.randomUUID().replaceAll('-', '')}`;
  const proxy = await startDatabaseProxy(await createDatabase(postgres, name));
  onTestFinished(async () => {
    await proxy.close();
    await dropDatabase(postgres, name);
  });
  return proxy;
}
