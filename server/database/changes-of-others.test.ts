import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { enqueueJobs } from '#server/engines/queue/job-queue.ts';
import { openProxiedDatabase } from '#server/testing/proxied-database.ts';
import { openDatabaseClock } from './database-clock.ts';
import { type Change, listenForChanges } from './listen-for-changes.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const HOUR_MS = 60 * 60 * 1000;

async function openNode() {
  const proxy = await openProxiedDatabase();
  const { db, engine } = openDatabase({ engine: 'postgres', url: proxy.url });
  onTestFinished(() => db.destroy());
  await migrate(db, engine);
  return { db, proxy };
}

function listen(url: string): Change[] {
  const heard: Change[] = [];
  const listener = listenForChanges(url, (change) => heard.push(change));
  onTestFinished(() => listener.close());
  return heard;
}

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')('a node on PostgreSQL', () => {
  test('hears of jobs and index changes once they are committed, and not of those rolled back', async () => {
    const { db, proxy } = await openNode();
    const heard = listen(proxy.url);
    await expect.poll(() => heard).toEqual(['jobs', 'index']);
    const rolledBack = db.transaction().execute(async (transaction) => {
      await enqueueJobs(transaction, [{ kind: 'any', payload: {} }], 0);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await enqueueJobs(db, [{ kind: 'any', payload: {} }], 0);
    await expect.poll(() => heard).toEqual(['jobs', 'index', 'jobs']);
    await sql`insert into index_changes (file_id) values (1)`.execute(db);
    await expect.poll(() => heard).toEqual(['jobs', 'index', 'jobs', 'index']);
  });

  test('a node counts everything as changed after its connection was interrupted', async () => {
    const { proxy } = await openNode();
    const heard = listen(proxy.url);
    await expect.poll(() => heard).toHaveLength(2);
    await proxy.interrupt();
    await proxy.restore();
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['jobs', 'index', 'jobs', 'index']);
  });

  test.each([-HOUR_MS, HOUR_MS])(
    'a node uses the time of the database when its own clock is off by %i ms',
    async (error) => {
      const { db } = await openNode();
      const before = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: before + error });
      onTestFinished(() => void vi.useRealTimers());
      const clock = await openDatabaseClock(db);
      onTestFinished(() => clock.close());
      expect(Math.abs(clock.now() - before)).toBeLessThan(HOUR_MS / 60);
      const first = clock.now();
      await expect.poll(() => clock.now()).toBeGreaterThan(first);
    },
  );
});
