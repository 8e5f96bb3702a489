import {
  assertKnownMasterKey,
  assertMasterKey,
  isKnownMasterKey,
} from '#server/database/encryption-keys/assert-master-key.ts';
import { listRootKeys } from '#server/database/encryption-keys/root-keys.ts';
import type { Database } from '#server/database/open-database.ts';
import { type KeyRing, masterKeys, rootKeys } from '#server/engines/storage/object-storage.ts';
import type { Config } from './config.ts';
import type { Log } from './context.ts';

/** Three times before a new root key is in use: see `ACTIVATION_DELAY_MS` of the rotation. */
const KEY_REFRESH_INTERVAL_MS = 20_000;
const KEY_REFRESH_RETRY_MS = 2_000;

interface EncryptionKeys {
  masterKey: Buffer;
  keyRing: KeyRing;
}

/** Opens the keys of the server, whose first start generates the master key. */
export async function openEncryptionKeys(config: Config, db: Database): Promise<KeyRing> {
  const replacement = await masterKeys.findReplacement(config.dataDir);
  // A replacement of the master key was interrupted after the database had stored the new one.
  if (replacement && (await isKnownMasterKey(db, replacement)))
    await masterKeys.finishReplacement(config.dataDir);
  const masterKey = await masterKeys.load(config);
  await assertMasterKey(db, masterKey);
  return openKeyRing(db, masterKey);
}

/** Opens the keys of an existing installation and writes nothing. Rejects with one sentence for the operator. */
export async function readEncryptionKeys(config: Config, db: Database): Promise<EncryptionKeys> {
  const replacement = await masterKeys.findReplacement(config.dataDir);
  const isReplaced = replacement !== undefined && (await isKnownMasterKey(db, replacement));
  const masterKey = isReplaced ? replacement : await masterKeys.find(config);
  if (!masterKey) throw new Error(`${config.dataDir}/master.key is missing. Put it back, or set MASTER_KEY.`);
  await assertKnownMasterKey(db, masterKey);
  return { masterKey, keyRing: await openKeyRing(db, masterKey) };
}

const openKeyRing = (db: Database, masterKey: Buffer): Promise<KeyRing> =>
  rootKeys.openRing({ masterKey, listRootKeys: () => listRootKeys(db) });

/** Reads the root keys again every 20 s, so that the server knows a new one before any server uses it. */
export function refreshPeriodically(keyRing: KeyRing, log: Log): { stop(): void } {
  let isStopped = false;
  let timer = schedule(KEY_REFRESH_INTERVAL_MS);

  function schedule(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      keyRing.refresh().then(
        () => scheduleNext(KEY_REFRESH_INTERVAL_MS),
        (err: unknown) => {
          log.error({ err }, 'The encryption keys could not be read.');
          scheduleNext(KEY_REFRESH_RETRY_MS);
        },
      );
    }, delayMs).unref();
  }

  function scheduleNext(delayMs: number): void {
    if (!isStopped) timer = schedule(delayMs);
  }

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
