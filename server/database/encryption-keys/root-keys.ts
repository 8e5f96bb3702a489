import type { Database } from '../open-database.ts';
import { masterKeyFingerprint, setMasterKeyFingerprint } from './assert-master-key.ts';

export interface RootKeyRow {
  version: number;
  encryptedKey: Buffer;
  activeFrom: number;
  completedAt: number | null;
}

/** Returns the stored root keys, oldest first; none in an installation whose keys were never rotated. */
export async function listRootKeys(db: Database): Promise<RootKeyRow[]> {
  const rows = await db.selectFrom('encryption_keys').selectAll().orderBy('version').execute();
  return rows.map((row) => ({
    version: row.version,
    encryptedKey: row.encrypted_key,
    activeFrom: row.active_from,
    completedAt: row.completed_at,
  }));
}

/** Rejects when another process added the same version. */
export async function insertRootKey(
  db: Database,
  key: Omit<RootKeyRow, 'completedAt'>,
  now: number,
): Promise<void> {
  await db
    .insertInto('encryption_keys')
    .values({
      version: key.version,
      encrypted_key: key.encryptedKey,
      active_from: key.activeFrom,
      created_at: now,
      completed_at: null,
    })
    .execute();
}

export async function setRootKeyCompleted(db: Database, version: number, now: number): Promise<void> {
  await db.updateTable('encryption_keys').set({ completed_at: now }).where('version', '=', version).execute();
}

/** Stores all root keys as the new master key encrypts them, and its fingerprint. Belongs in one transaction. */
export async function replaceRootKeys(
  db: Database,
  keys: readonly RootKeyRow[],
  newMasterKey: Buffer,
  now: number,
): Promise<void> {
  await db
    .insertInto('encryption_keys')
    .values(
      keys.map((key) => ({
        version: key.version,
        encrypted_key: key.encryptedKey,
        active_from: key.activeFrom,
        created_at: now,
        completed_at: key.completedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('version').doUpdateSet((row) => ({ encrypted_key: row.ref('excluded.encrypted_key') })),
    )
    .execute();
  await setMasterKeyFingerprint(db, masterKeyFingerprint(newMasterKey));
}
