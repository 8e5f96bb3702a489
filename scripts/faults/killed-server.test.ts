import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { doMixedWork } from '#server/testing/faults/mixed-work.ts';
import { createWorkLedger, expectLedger } from '#server/testing/faults/work-ledger.ts';
import { openProxiedDatabase } from '#server/testing/proxied-database.ts';
import { ADMIN_PASSWORD, startServer } from '#server/testing/server-process.ts';
import { runFailingStart } from '#server/testing/start-server.ts';
import { runScript } from '../command-line/testing/run-script.ts';

/** About three minutes on two cores. `MUNIMENT_TEST_KILLS=500` runs longer. */
const KILLS = Number(process.env['MUNIMENT_TEST_KILLS'] ?? 40);
const MAX_WORK_MS = 700;
/** Changes that are acknowledged before the kill, and the longest time until then. */
const CHANGES_BEFORE_KILL = 2;
const MAX_ANSWER_MS = 30_000;
/** Every so many rounds the server is killed while it starts, too. */
const ROUNDS_PER_KILLED_START = 10;
const ROUNDS_PER_FULL_COMPARISON = 50;
const onPostgres = process.env['MUNIMENT_TEST_DATABASE'] === 'postgres';

test(`${KILLS} kills at random moments lose nothing that was acknowledged and leave nothing half done`, {
  tags: ['full'],
  timeout: 60_000 + 30_000 * KILLS,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'muniment-kills-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const env = {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD,
    ...(onPostgres && { DATABASE_URL: (await openProxiedDatabase()).url }),
  };
  const ledger = createWorkLedger();
  let cookie = '';
  for (let round = 0; round <= KILLS; round += 1) {
    if (round % ROUNDS_PER_KILLED_START === 1) await killDuringStart(env);
    const server = await startServer(env);
    try {
      cookie ||= await server.signIn();
      const target = { url: server.url, cookie };
      const all = round === KILLS || round % ROUNDS_PER_FULL_COMPARISON === 0;
      await expectLedger(target, ledger, { all });
      const ended = new AbortController();
      const enough = ledger.acknowledged + CHANGES_BEFORE_KILL;
      const work = doMixedWork(target, ledger, { signal: ended.signal });
      await wait(Math.random() * MAX_WORK_MS);
      // Most kills would otherwise come before the first answer on a busy machine; a third may.
      const end = performance.now() + MAX_ANSWER_MS;
      while (round % 3 > 0 && ledger.acknowledged < enough && performance.now() < end)
        await wait(Math.random() * 100);
      ended.abort();
      await Promise.all([work, server.end('SIGKILL')]);
    } finally {
      await server.end('SIGKILL');
    }
  }
  process.stdout.write(
    `${KILLS} kills: ${ledger.acknowledged} changes were acknowledged; ${ledger.files.size} files are there, ` +
      `${ledger.trashed.size} in the trash, ${ledger.purged.size} gone.`,
  );
  // Objects of uploads that a kill cut off are no problem for a day; then the maintenance task removes them.
  expect(await runScript('fsck', [], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining(' 0 problems'),
  });
  expect(ledger.acknowledged).toBeGreaterThan(KILLS);
});

/** Kills a server at a random moment of its start; one that is ready sooner is killed as well. */
async function killDuringStart(env: Record<string, string>): Promise<void> {
  const seconds = (0.05 + Math.random() * 1.2).toFixed(2);
  await runFailingStart(env, ['timeout', '--signal=KILL', seconds]);
}
