import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/**
 * Locks `DATA_DIR` for this process. The lock is the operating system's, on an open file, so it ends with the
 * process in any case, and no stale lock file can block a start.
 */
export function lockDataDirectory(dataDir: string): { release(): void } {
  const lock = new SqliteDatabase(join(dataDir, 'lock'), { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (!(cause instanceof SqliteDatabase.SqliteError) || !cause.code.startsWith('SQLITE_BUSY')) throw cause;
    throw new Error(
      `Another Muniment is running on ${dataDir}. Stop it first, or start this one with another DATA_DIR.`,
      { cause },
    );
  }
  return { release: () => lock.close() };
}
