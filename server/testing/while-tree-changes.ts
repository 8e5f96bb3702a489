import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '#server/database/open-database.ts';
import { acquireLock, type LockName } from '#server/database/transaction-locks.ts';
import type { TestApp } from './test-app.ts';

const INSTANT = 1_000;

/** Sends a request while another process changes the tree of folders. */
export const whileTreeChanges = <T>(
  testApp: TestApp,
  change: (other: Database) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> => whileLocked(testApp, 'folder-tree', change, ask);

/**
 * Sends a request while another process changes something under a lock, and lets that change commit once the request waits for
 * it. SQLite has one connection, on which requests wait anyway.
 */
export async function whileLocked<T>(
  { server }: TestApp,
  lock: LockName,
  change: (other: Database) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  let answer: Promise<T> | undefined;
  await server.services.db.transaction().execute(async (other) => {
    await acquireLock(other, lock, INSTANT);
    await change(other);
    answer = ask();
    if (process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres') return;
    const isWaiting = async () => {
      // Within a transaction, PostgreSQL caches the first snapshot of the activity.
      await sql`select pg_stat_clear_snapshot()`.execute(other);
      const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(other);
      expect(rows[0]?.waiting).toBeGreaterThan(0);
    };
    await vi.waitFor(isWaiting, { timeout: 15_000 });
  });
  if (!answer) throw new Error('Nothing was asked');
  return answer;
}
