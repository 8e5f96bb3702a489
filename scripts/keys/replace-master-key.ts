import type { Config } from '#server/app/config.ts';
import { lockMasterKey } from '#server/database/encryption-keys/assert-master-key.ts';
import {
  listRootKeys,
  type RootKeyRow,
  replaceRootKeys,
} from '#server/database/encryption-keys/root-keys.ts';
import { masterKeys, rootKeys } from '#server/engines/storage/object-storage.ts';
import type { Installation } from '../command-line/open-installation.ts';
import { recordOperatorEvent } from '../command-line/record-operator-event.ts';

/** Refuses a new master key that cannot be used, or the lack of one, before anything is encrypted again. */
export function assertNewMasterKey(
  { masterKey }: Pick<Installation, 'masterKey'>,
  config: Config,
  newMasterKey: string | undefined,
): void {
  const isFile = masterKeys.isFile(config);
  if (isFile && newMasterKey !== undefined)
    throw new Error(
      'NEW_MASTER_KEY is only for installations with MASTER_KEY or MASTER_KEY_COMMAND. Unset it.',
    );
  if (isFile) return;
  if (newMasterKey === undefined)
    throw new Error("Set NEW_MASTER_KEY to the new key, as 'openssl rand -base64 32' prints one.");
  if (masterKeys.parse(newMasterKey, 'NEW_MASTER_KEY').equals(masterKey))
    throw new Error('NEW_MASTER_KEY is the present master key. Set another one.');
}

/**
 * Encrypts the root keys with another master key: one that is generated in DATA_DIR, or NEW_MASTER_KEY where the
 * present one comes from MASTER_KEY or MASTER_KEY_COMMAND. Running servers have the root keys in memory and go on.
 * Returns what the operator must do next.
 */
export async function replaceMasterKey(
  installation: Installation,
  config: Config,
  { newMasterKey }: { newMasterKey: string | undefined },
): Promise<string> {
  assertNewMasterKey(installation, config, newMasterKey);
  const { db, masterKey, keyRing, encryptor } = installation;
  const isFile = masterKeys.isFile(config);
  const next =
    newMasterKey === undefined
      ? await masterKeys.prepareReplacement(config.dataDir)
      : masterKeys.parse(newMasterKey, 'NEW_MASTER_KEY');
  const now = installation.now();
  await db.transaction().execute(async (db) => {
    // This comes before the root keys are read: a later key of a rotation would stay encrypted with the earlier master key.
    await lockMasterKey(db, masterKey);
    const reencrypted = withFirstKey(await listRootKeys(db)).map((key) => {
      const rootKey = key.encryptedKey
        ? rootKeys.decrypt(masterKey, key.version, key.encryptedKey)
        : masterKey;
      return { ...key, encryptedKey: rootKeys.encrypt(next, key.version, rootKey) };
    });
    await replaceRootKeys(db, reencrypted, next, now);
    await recordOperatorEvent(
      db,
      { keyRing, encryptor },
      { action: 'keys.replace-master', now, details: {} },
    );
  });
  if (isFile) await masterKeys.finishReplacement(config.dataDir);
  return isFile
    ? `${config.dataDir}/master.key is new. Keep the old key as long as you keep backups that were made with it.`
    : `${config.masterKeyCommand === undefined ? 'Set MASTER_KEY to' : 'Let MASTER_KEY_COMMAND print'} the new key before the next start of each server. Keep the old one as long as you keep backups that were made with it.`;
}

type StoredKey = Omit<RootKeyRow, 'encryptedKey'> & { encryptedKey: Buffer | undefined };

/** Adds version 1 unless it is stored: until the first replacement it is the master key itself. */
const withFirstKey = (keys: readonly RootKeyRow[]): StoredKey[] =>
  keys.some(({ version }) => version === 1)
    ? [...keys]
    : [{ version: 1, encryptedKey: undefined, activeFrom: 0, completedAt: null }, ...keys];
