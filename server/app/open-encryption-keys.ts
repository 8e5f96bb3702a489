import type { DatabaseClock } from '#server/database/database-clock.ts';
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

/**
 * Opens the keys of the server, whose first start generates the master key. New root keys come into use by the clock, which must
 * be that of the database: a process whose clock is ahead would use one that the others have not read.
 */
export async function openEncryptionKeys(
  config: Config,
  db: Database,
  { now }: Pick<DatabaseClock, 'now'>,
): Promise<KeyRing> {
  const replacement = await masterKeys.findReplacement(config.dataDir);
  // A replacement of the master key was interrupted after the database had stored the new one.
  if (replacement && (await isKnownMasterKey(db, replacement)))
    await masterKeys.finishReplacement(config.dataDir);
  const masterKey = await masterKeys.load(config);
  await assertMasterKey(db, masterKey);
  return openKeyRing(db, masterKey, now);
}

/** Opens the keys of an existing installation and writes nothing. Rejects with one sentence for the operator. */
export async function readEncryptionKeys(
  config: Config,
  db: Database,
  { now }: Pick<DatabaseClock, 'now'> = Date,
): Promise<EncryptionKeys> {
  const replacement = await masterKeys.findReplacement(config.dataDir);
  const isReplaced = replacement !== undefined && (await isKnownMasterKey(db, replacement));
  const masterKey = isReplaced ? replacement : await masterKeys.find(config);
  if (!masterKey) throw new Error(`${config.dataDir}/master.key is missing. Put it back, or set MASTER_KEY.`);
  await assertKnownMasterKey(db, masterKey);
  return { masterKey, keyRing: await openKeyRing(db, masterKey, now) };
}

const openKeyRing = (db: Database, masterKey: Buffer, now: () => number): Promise<KeyRing> =>
  rootKeys.openRing({ masterKey, listRootKeys: () => listRootKeys(db), now });

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
