import { hkdfSync } from 'node:crypto';
import type { Database } from './open-database.ts';

const FINGERPRINT_NAME = 'master-key-fingerprint';

/** A value derived one way, from which the key can't be told. */
export const masterKeyFingerprint = (masterKey: Buffer): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', FINGERPRINT_NAME, 16)).toString('hex');

/**
 * Remembers the first master key and refuses any other: under a wrong key nothing stored could be read,
 * and what came in meanwhile could not be read under the right one.
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

/** As above, of a room that is there; writes nothing. */
export async function assertKnownMasterKey(db: Database, masterKey: Buffer): Promise<void> {
  const known = await db
    .selectFrom('installation_properties')
    .select('value')
    .where('name', '=', FINGERPRINT_NAME)
    .executeTakeFirstOrThrow();
  if (known.value !== masterKeyFingerprint(masterKey)) {
    throw new Error(
      'The master key is not the one this room was made with. Put the right MASTER_KEY or DATA_DIR/master.key back.',
    );
  }
}
