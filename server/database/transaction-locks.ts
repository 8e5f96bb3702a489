import { type Database, isPostgres } from './open-database.ts';
import { prepareQuery } from './prepared/prepare-query.ts';
import type { LocksTable } from './tables/system.ts';

export type LockName = LocksTable['name'];

const updateLock = prepareQuery((db, { name, now }: { name: LockName; now: number }) =>
  db.updateTable('locks').set({ acquired_at: now }).where('name', '=', name),
);

const selectFreeLock = prepareQuery((db, { name }: { name: LockName }) =>
  db.selectFrom('locks').select('name').where('name', '=', name).forUpdate().skipLocked(),
);

/** The transactions on SQLite that hold a lock. */
const locked = new WeakSet<Database>();

/**
 * Makes this transaction the only one with the named lock until it ends. An update of one row waits on
 * PostgreSQL for the other transaction. On SQLite any update makes a transaction the only one that writes, also beside
 * another process, so that one is enough for all locks.
 */
export async function acquireLock(db: Database, name: LockName, now: number): Promise<void> {
  if (locked.has(db)) return;
  await updateLock(db, { name, now });
  if (db.isTransaction && !isPostgres(db)) locked.add(db);
}

/**
 * Does the same unless another transaction holds the lock; returns whether this one has it. A transaction on SQLite that writes
 * has all locks.
 */
export async function tryToAcquireLock(db: Database, name: LockName, now: number): Promise<boolean> {
  if (isPostgres(db)) return (await selectFreeLock(db, { name })).length > 0;
  await acquireLock(db, name, now);
  return true;
}

/**
 * Tells whether what was read before a lock may have changed until this transaction got it. SQLite refuses to write in a
 * transaction after what it read has changed.
 */
export const mayHaveChanged = (db: Database): boolean => isPostgres(db) || !db.isTransaction;
