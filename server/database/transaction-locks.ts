import type { Database } from './open-database.ts';
import type { LocksTable } from './tables/system.ts';

export type LockName = LocksTable['name'];

/**
 * Makes this transaction the only one with the named lock until it ends. An update of one row waits on
 * PostgreSQL for the other transaction; SQLite runs one transaction at a time anyway.
 */
export async function acquireLock(db: Database, name: LockName, now: number): Promise<void> {
  await db.updateTable('locks').set({ acquired_at: now }).where('name', '=', name).execute();
}
