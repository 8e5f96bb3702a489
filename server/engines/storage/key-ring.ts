import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { StorageError } from './storage-error.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ROOT_KEY_BYTES = 32;

/** Marks bytes that name the version of their key. Those of version 1 have no mark: they are older than versions. */
const VERSION_MARK = Buffer.from('MK');
export const VERSION_PREFIX_BYTES = VERSION_MARK.length + 4;

/** A root key as the database stores it, encrypted with the master key. */
interface StoredRootKey {
  /** 1 is the first master key itself, which is stored only after another master key replaced it. */
  version: number;
  encryptedKey: Buffer;
  /** Epoch milliseconds. No process encrypts with the key before, so that every process knows it by then. */
  activeFrom: number;
  /** When everything was encrypted with it; null before. */
  completedAt: number | null;
}

/**
 * Holds the root keys of all versions. Everything that is stored encrypted derives its key from one of them: old
 * versions decrypt, the newest active one encrypts.
 */
export interface KeyRing {
  /** Returns the version that encrypts now. */
  currentVersion(): number;
  /** Returns the version of the last finished rotation, 1 before the first. */
  completedVersion(): number;
  /** Returns the versions that may still sign: that of the last finished rotation and later ones, newest first. */
  signingVersions(): number[];
  has(version: number): boolean;
  /** Returns 32 bytes for one purpose. Throws a StorageError `damaged` for an unknown version. */
  derive(version: number, purpose: string): Buffer;
  /** Reads the root keys again, or takes those that the caller read, to learn of what another process added. */
  refresh(read?: readonly StoredRootKey[]): Promise<void>;
}

interface KeyRingOptions {
  masterKey: Buffer;
  /** Lists the stored root keys; none in an installation that never rotated its keys. */
  listRootKeys?: () => Promise<readonly StoredRootKey[]>;
  now?: () => number;
}

/** Reads the stored root keys. Rejects when the master key does not decrypt one of them. */
export async function openKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const ring = createKeyRing(options);
  await ring.refresh();
  return ring;
}

/** Returns a ring that knows the master key alone until it is refreshed. */
export function createKeyRing({
  masterKey,
  listRootKeys = async () => [],
  now = Date.now,
}: KeyRingOptions): KeyRing {
  const rootKeys = new Map<number, { key: Buffer; activeFrom: number }>([
    [1, { key: masterKey, activeFrom: 0 }],
  ]);
  let completedVersion = 1;
  /** The first root key is the master key until it is found stored, which it can be in the first reading only. */
  let isFirstSettled = false;
  const derived = new Map<string, Buffer>();
  return {
    currentVersion: () =>
      Math.max(
        completedVersion,
        ...[...rootKeys].filter(([, { activeFrom }]) => activeFrom <= now()).map(([version]) => version),
      ),
    completedVersion: () => completedVersion,
    signingVersions: () =>
      [...rootKeys.keys()].filter((version) => version >= completedVersion).sort((a, b) => b - a),
    has: (version) => rootKeys.has(version),
    derive(version, purpose) {
      const id = `${version} ${purpose}`;
      const known = derived.get(id);
      if (known) return known;
      const rootKey = rootKeys.get(version)?.key;
      if (!rootKey) throw new StorageError('damaged', `There is no encryption key of version ${version}.`);
      const key = Buffer.from(hkdfSync('sha256', rootKey, '', purpose, ROOT_KEY_BYTES));
      derived.set(id, key);
      return key;
    },
    async refresh(read) {
      for (const { version, encryptedKey, activeFrom, completedAt } of read ?? (await listRootKeys())) {
        // A known key is not decrypted again: the master key may have been replaced since this process started.
        const isKnown = version === 1 ? isFirstSettled : rootKeys.has(version);
        if (!isKnown) {
          rootKeys.set(version, { key: decryptRootKey(masterKey, version, encryptedKey), activeFrom });
          derived.clear();
        }
        if (completedAt !== null) completedVersion = Math.max(completedVersion, version);
      }
      isFirstSettled = true;
    },
  };
}

/** Returns the version that the bytes name, which is 1 when they name none. */
export function readKeyVersion(bytes: Buffer): number {
  const isMarked =
    bytes.length > VERSION_PREFIX_BYTES && bytes.subarray(0, VERSION_MARK.length).equals(VERSION_MARK);
  return isMarked ? bytes.readUInt32BE(VERSION_MARK.length) : 1;
}

/** Returns the bytes that stand before everything encrypted with a key of this version; none for version 1. */
export function versionPrefix(version: number): Buffer {
  if (version === 1) return Buffer.alloc(0);
  const prefix = Buffer.alloc(VERSION_PREFIX_BYTES, VERSION_MARK);
  prefix.writeUInt32BE(version, VERSION_MARK.length);
  return prefix;
}

export const generateRootKey = (): Buffer => randomBytes(ROOT_KEY_BYTES);

/** Encrypts a root key for the database; it decrypts as this version only. */
export function encryptRootKey(masterKey: Buffer, version: number, rootKey: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOfRootKeys(masterKey), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`root key ${version}`));
  return Buffer.concat([nonce, cipher.update(rootKey), cipher.final(), cipher.getAuthTag()]);
}

/** Throws a StorageError `damaged` for bytes of another version or master key. */
export function decryptRootKey(masterKey: Buffer, version: number, encrypted: Buffer): Buffer {
  try {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, keyOfRootKeys(masterKey), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(`root key ${version}`));
    decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new StorageError(
      'damaged',
      `The encryption key of version ${version} cannot be decrypted: it is damaged or the master key is a different one.`,
      error,
    );
  }
}

const keyOfRootKeys = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'muniment root key v1', ROOT_KEY_BYTES));
