import { hkdfSync } from 'node:crypto';
import type { Database } from '../open-database.ts';

const FINGERPRINT_NAME = 'master-key-fingerprint';

/** Derives a value from the master key that does not reveal it. */
export const masterKeyFingerprint = (masterKey: Buffer): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', FINGERPRINT_NAME, 16)).toString('hex');

/**
 * Stores the fingerprint of the first master key and refuses any other key: with a wrong one nothing stored can be
 * decrypted, and what it encrypts cannot be decrypted with the right one.
 */
export async function assertMasterKey(db: Database, masterKey: Buffer): Promise<void> {
  const value = masterKeyFingerprint(masterKey);
  await db
    .insertInto('installation_properties')
    .values({ name: FINGERPRINT_NAME, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  await assertKnownMasterKey(db, masterKey);
}

/** Refuses a wrong key for an existing installation; writes nothing. */
export async function assertKnownMasterKey(db: Database, masterKey: Buffer): Promise<void> {
  if (!(await isKnownMasterKey(db, masterKey))) {
    throw new Error(
      'The master key is not the one of this installation. Restore the right MASTER_KEY or DATA_DIR/master.key.',
    );
  }
}

/**
 * Keeps the master key from being replaced until the transaction ends. Rejects when it was replaced since the caller read it:
 * what the caller encrypts with the earlier key, nobody could decrypt once that is gone.
 */
export async function lockMasterKey(db: Database, masterKey: Buffer): Promise<void> {
  // A write that changes nothing: both engines let other transactions wait for it.
  await db
    .updateTable('installation_properties')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('name', '=', FINGERPRINT_NAME)
    .execute();
  if (!(await isKnownMasterKey(db, masterKey)))
    throw new Error(
      'Another command has replaced the master key meanwhile. Run this command again with the new key.',
    );
}

export async function setMasterKeyFingerprint(db: Database, value: string): Promise<void> {
  await db
    .updateTable('installation_properties')
    .set({ value })
    .where('name', '=', FINGERPRINT_NAME)
    .execute();
}

export async function isKnownMasterKey(db: Database, masterKey: Buffer): Promise<boolean> {
  const known = await db
    .selectFrom('installation_properties')
    .select('value')
    .where('name', '=', FINGERPRINT_NAME)
    .executeTakeFirst();
  return known?.value === masterKeyFingerprint(masterKey);
}
