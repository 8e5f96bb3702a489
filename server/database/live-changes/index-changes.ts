import type { Database } from '../open-database.ts';
import { prepareQuery } from '../prepared/prepare-query.ts';
import { tryToAcquireLock } from '../transaction-locks.ts';

/** The transactions that added to the change feed of the index. */
const changed = new WeakSet<Database>();

/** Tells whether the index has something to do when this transaction is committed. */
export const hasIndexChanges = (transaction: Database): boolean => changed.has(transaction);

const insertChange = prepareQuery((db, { fileId }: { fileId: number }) =>
  db.insertInto('index_changes').values({ file_id: fileId }),
);

/**
 * Locks the change feed of the index, so that positions grow in the order of commits and no follower skips one; returns false
 * while another transaction has it, which may rebuild the whole index. Take it after the lock of the folder tree.
 */
export const tryToLockIndexChanges = (db: Database, now: number): Promise<boolean> =>
  tryToAcquireLock(db, 'index-changes', now);

/** Appends a file that this transaction added to the change feed of the index, which it has locked. */
export async function enqueueNewFile(db: Database, fileId: number): Promise<void> {
  await insertChange(db, { fileId });
  changed.add(db);
}
