import type { Database } from './open-database.ts';
import { prepareQuery } from './prepared/prepare-query.ts';
import type { LocksTable } from './tables/system.ts';

export type LockName = LocksTable['name'];

const updateLock = prepareQuery((db, { name, now }: { name: LockName; now: number }) =>
  db.updateTable('locks').set({ acquired_at: now }).where('name', '=', name),
);

/**
 * Makes this transaction the only one with the named lock until it ends. An update of one row waits on
 * PostgreSQL for the other transaction; SQLite runs one transaction at a time anyway.
 */
export async function acquireLock(db: Database, name: LockName, now: number): Promise<void> {
  await updateLock(db, { name, now });
}
