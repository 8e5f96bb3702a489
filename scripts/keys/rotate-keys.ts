import { PERSON_KEY_PURPOSE, SUBJECT_ADDRESS_PURPOSE } from '#server/database/audit/persons/person-keys.ts';
import { lockMasterKey } from '#server/database/encryption-keys/assert-master-key.ts';
import {
  type EncryptedColumn,
  type EncryptedRow,
  type RowId,
  reencryptBatch,
} from '#server/database/encryption-keys/reencrypt-rows.ts';
import {
  insertRootKey,
  listRootKeys,
  setRootKeyCompleted,
} from '#server/database/encryption-keys/root-keys.ts';
import { rootKeys } from '#server/engines/storage/object-storage.ts';
import type { Installation } from '../command-line/open-installation.ts';
import { recordOperatorEvent } from '../command-line/record-operator-event.ts';

export interface RotationOptions {
  now(): number;
  /** Resolves after so many milliseconds; rejects when the command is stopped. */
  wait(milliseconds: number): Promise<void>;
  /** Called after each batch of rows. */
  onProgress(): void;
  /** Called for each row that cannot be decrypted; it stays as it is. */
  onDamage(row: string): void;
  /** Called when the command waits until every process knows the new key. */
  onWait(milliseconds: number): void;
}

export interface RotationResult {
  version: number;
  reencrypted: number;
  damaged: number;
}

/** Servers read the keys every 20 s, so each knows a new key before any encrypts with it. */
export const ACTIVATION_DELAY_MS = 60_000;

type Reencryption = EncryptedColumn & { reencrypt(row: EncryptedRow): Buffer };

/**
 * Adds a root key and encrypts everything with it that an older one encrypted: the keys of all stored objects, invitation tokens,
 * secrets of second factors and mails that wait. Runs beside the server. After an interruption it goes on with the same key.
 */
export async function rotateKeys(
  installation: Installation,
  options: RotationOptions,
): Promise<RotationResult> {
  const { keyRing } = installation;
  const { version, activeFrom } = await findOrAddRootKey(installation, options.now());
  // A timer may end a moment early. With an earlier key, nothing would change but the rotation be recorded as finished, and the
  // audit log sealed with a key that may no longer sign.
  do {
    const delay = activeFrom - options.now();
    if (delay > 0) {
      options.onWait(delay);
      await options.wait(delay);
    }
    await keyRing.refresh();
  } while (keyRing.currentVersion() < version);
  const result: RotationResult = { version, reencrypted: 0, damaged: 0 };
  for (const column of listEncryptedColumns(installation))
    await reencryptColumn(installation, column, result, options);
  if (result.damaged === 0) await completeRotation(installation, result, options.now());
  return result;
}

/** Returns the root key of an unfinished rotation, or a new one. Rejects when the master key was replaced meanwhile. */
function findOrAddRootKey(
  { db, masterKey }: Installation,
  now: number,
): Promise<{ version: number; activeFrom: number }> {
  return db.transaction().execute(async (db) => {
    await lockMasterKey(db, masterKey);
    const newest = (await listRootKeys(db)).at(-1);
    if (newest && newest.completedAt === null) return newest;
    const version = (newest?.version ?? 1) + 1;
    const activeFrom = now + ACTIVATION_DELAY_MS;
    const encryptedKey = rootKeys.encrypt(masterKey, version, rootKeys.generate());
    await insertRootKey(db, { version, encryptedKey, activeFrom }, now);
    return { version, activeFrom };
  });
}

function listEncryptedColumns({ keyRing, encryptor }: Installation): Reencryption[] {
  const rewrap = ({ id, bytes }: EncryptedRow) => rootKeys.rewrap(keyRing, String(id), bytes);
  const encryptAgain =
    (purpose: string) =>
    ({ bytes }: EncryptedRow) =>
      encryptor.encrypt(purpose, encryptor.decrypt(purpose, bytes));
  return [
    { table: 'blobs', idColumn: 'key', column: 'wrapped_key', reencrypt: rewrap },
    { table: 'upload_parts', idColumn: 'key', column: 'wrapped_key', reencrypt: rewrap },
    {
      table: 'invitations',
      idColumn: 'id',
      column: 'encrypted_token',
      reencrypt: encryptAgain('invitation token'),
    },
    { table: 'links', idColumn: 'id', column: 'encrypted_slug', reencrypt: encryptAgain('link slug') },
    { table: 'outbox_messages', idColumn: 'id', column: 'encrypted_body', reencrypt: encryptAgain('mail') },
    {
      table: 'signing_keys',
      idColumn: 'id',
      column: 'encrypted_private_key',
      reencrypt: encryptAgain('signing key'),
    },
    {
      table: 'factors',
      idColumn: 'id',
      column: 'encrypted_secret',
      reencrypt: encryptAgain('second factor'),
    },
    {
      table: 'digest_settings',
      idColumn: 'id',
      column: 'encrypted_unsubscribe_token',
      reencrypt: encryptAgain('unsubscribe token'),
    },
    { table: 'webhooks', idColumn: 'id', column: 'encrypted_secret', reencrypt: encryptAgain('webhook') },
    {
      table: 'content_findings',
      idColumn: 'id',
      column: 'encrypted_value',
      reencrypt: encryptAgain('content finding'),
    },
    {
      table: 'person_keys',
      idColumn: 'id',
      column: 'encrypted_key',
      reencrypt: encryptAgain(PERSON_KEY_PURPOSE),
    },
    ...(['erasures', 'subject_exports'] as const).map((table) => ({
      table,
      idColumn: 'id' as const,
      column: 'encrypted_address' as const,
      reencrypt: encryptAgain(SUBJECT_ADDRESS_PURPOSE),
    })),
  ];
}

async function reencryptColumn(
  { db, engine }: Installation,
  column: Reencryption,
  result: RotationResult,
  { onDamage, onProgress }: RotationOptions,
): Promise<void> {
  const prefix = rootKeys.prefixOf(result.version);
  let after: RowId | undefined;
  do {
    const rows = await reencryptBatch(db, engine, column, { after, prefix }, (row) => {
      // A rotation that began after this one has encrypted it again.
      if (rootKeys.versionOf(row.bytes) > result.version) return undefined;
      try {
        const encrypted = column.reencrypt(row);
        result.reencrypted += 1;
        return encrypted;
      } catch {
        result.damaged += 1;
        onDamage(`${column.table} ${row.id}`);
        return undefined;
      }
    });
    onProgress();
    after = rows.at(-1)?.id;
  } while (after !== undefined);
}

async function completeRotation(
  { db, keyRing, encryptor }: Installation,
  { version, reencrypted }: RotationResult,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (db) => {
    // First: this row is the last that may follow a seal of the older key.
    await recordOperatorEvent(
      db,
      { keyRing, encryptor },
      { action: 'keys.rotate', now, details: { version, reencrypted } },
    );
    await setRootKeyCompleted(db, version, now);
  });
}
