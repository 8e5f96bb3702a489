import type { Database } from '../open-database.ts';
import { prepareQuery } from '../prepared/prepare-query.ts';
import { acquireLock } from '../transaction-locks.ts';

/** The transactions that added to the change feed of the index. */
const changed = new WeakSet<Database>();

/** Tells whether the index has something to do when this transaction is committed. */
export const hasIndexChanges = (transaction: Database): boolean => changed.has(transaction);

const insertChange = prepareQuery((db, { fileId }: { fileId: number }) =>
  db.insertInto('index_changes').values({ file_id: fileId }),
);

/**
 * Appends a file that this transaction added to the change feed of the index. The lock makes positions grow in the order of commits, so
 * that no follower skips one; take it after that of the folder tree.
 */
export async function enqueueNewFile(db: Database, now: number, fileId: number): Promise<void> {
  await acquireLock(db, 'index-changes', now);
  await insertChange(db, { fileId });
  changed.add(db);
}
