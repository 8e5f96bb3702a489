import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { doMixedWork } from '#server/testing/faults/mixed-work.ts';
import { createWorkLedger, expectLedger } from '#server/testing/faults/work-ledger.ts';
import { startPostgres } from '#server/testing/postgres/postgres-server.ts';
import { ADMIN_PASSWORD, startServer } from '#server/testing/server-process.ts';
import { runScript } from '../command-line/testing/run-script.ts';

const RESTARTS = 4;
const WORK_MS = 1_000;

/** Kills one of its processes, whereupon PostgreSQL ends all others, recovers and starts again. */
async function restartPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await client.end().catch(() => {});
}

test.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')(
  'restarts of PostgreSQL under load lose nothing, are answered with 503 at most, and end by themselves',
  { tags: ['full'], timeout: 300_000 },
  async () => {
    const postgres = await startPostgres({ isDurable: true });
    onTestFinished(() => postgres.stop());
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-restarts-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const env = { DATA_DIR: dataDir, ADMIN_PASSWORD, DATABASE_URL: postgres.url };
    const server = await startServer(env);
    onTestFinished(async () => void (await server.end('SIGKILL')));
    const target = { url: server.url, cookie: await server.signIn() };
    const ledger = createWorkLedger();
    const refusals: string[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const ended = new AbortController();
      const work = doMixedWork(target, ledger, {
        signal: ended.signal,
        onRefusal: (status, body) => void refusals.push(`${status} ${JSON.parse(body).code}`),
      });
      await wait(Math.random() * WORK_MS);
      await restartPostgres(postgres.url);
      const before = ledger.acknowledged;
      await vi.waitFor(() => expect(ledger.acknowledged).toBeGreaterThan(before + 5), { timeout: 60_000 });
      ended.abort();
      await work;
      await expectLedger(target, ledger, { all: true });
    }
    // A client whose request was carried out without an answer continues or repeats it in vain, once.
    const inVain = ['404 not-found', '409 wrong-offset'];
    expect([...new Set(refusals)].filter((refusal) => !inVain.includes(refusal))).toEqual(
      refusals.some((refusal) => refusal.startsWith('503')) ? ['503 unavailable'] : [],
    );
    expect(await runScript('fsck', [], env)).toMatchObject({ code: 0 });
  },
);
