import type { Config } from '#server/app/config.ts';
import { masterKeyFingerprint } from '#server/database/encryption-keys/assert-master-key.ts';
import { listRootKeys } from '#server/database/encryption-keys/root-keys.ts';
import { masterKeys } from '#server/engines/storage/object-storage.ts';
import type { Installation } from '../command-line/open-installation.ts';
import type { ArchiveHeader } from './format/archive-header.ts';
import { encryptMasterKey } from './master-key-encryption.ts';

export interface KeyOptions {
  /** Leaves out a master key that was generated in DATA_DIR; one from MASTER_KEY is never included. */
  withoutKey: boolean;
  /** Public keys of age, to which the master key is encrypted in the backup. */
  recipients: readonly string[];
}

/** How a backup contains the master key. */
export type KeyForm = 'included' | 'encrypted' | 'absent';

export function formOfMasterKey(config: Config, { recipients, withoutKey }: KeyOptions): KeyForm {
  if (withoutKey && recipients.length > 0) throw new Error('Use either --without-key or --recipient.');
  if (recipients.length > 0) return 'encrypted';
  return masterKeys.isFile(config) && !withoutKey ? 'included' : 'absent';
}

/**
 * Refuses a backup with rows that a root key encrypted which its header lacks: it would report every object as damaged. No key
 * encrypts before it is active.
 */
export async function assertRootKeysOf(
  { db, now }: Pick<Installation, 'db' | 'now'>,
  { rootKeys = [] }: Pick<ArchiveHeader, 'rootKeys'>,
): Promise<void> {
  const known = new Set(rootKeys.map(({ version }) => version));
  const added = (await listRootKeys(db)).filter(({ version }) => !known.has(version));
  if (added.some(({ activeFrom }) => activeFrom <= now()))
    throw new Error('The root keys were rotated during the backup. Make the backup again.');
}

/** Creates the header of a backup that is made now. */
export async function createHeader(
  { db, masterKey, installationId, migration }: Installation,
  form: KeyForm,
  recipients: readonly string[],
): Promise<Omit<ArchiveHeader, 'format' | 'salt'>> {
  const rootKeys = (await listRootKeys(db)).map(({ version, encryptedKey }) => ({
    version,
    encryptedKey: encryptedKey.toString('base64'),
  }));
  return {
    madeAt: Date.now(),
    migration,
    installationId,
    keyFingerprint: masterKeyFingerprint(masterKey),
    ...(form === 'included' && { masterKey: masterKey.toString('base64') }),
    ...(form === 'encrypted' && { encryptedMasterKey: await encryptMasterKey(masterKey, recipients) }),
    ...(rootKeys.length > 0 && { rootKeys }),
  };
}
