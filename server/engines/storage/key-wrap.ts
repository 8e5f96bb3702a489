import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type KeyRing, readKeyVersion, VERSION_PREFIX_BYTES, versionPrefix } from './key-ring.ts';
import { StorageError } from './storage-error.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A purpose of its own, so that random nonces never collide with other uses of a root key. Part of stored data. */
const PURPOSE = 'muniment blob key v1';
/** A wrapped key of version 1: it has no version prefix. */
const UNVERSIONED_BYTES = NONCE_BYTES + 32 + TAG_BYTES;

/** Wraps the keys of blobs; a wrapped key opens for its own blob only. */
export interface KeyWrap {
  wrap(blob: string, key: KeyObject): Buffer;
  /** Throws a StorageError `damaged` for a key of another blob, a changed byte, or an unknown key version. */
  unwrap(blob: string, wrapped: Buffer): KeyObject;
  /** Returns the version of the root key that a wrapped key needs. */
  versionOf(wrapped: Buffer): number;
  /** Wraps the same key with the current root key. */
  rewrap(blob: string, wrapped: Buffer): Buffer;
}

export function createKeyWrap(keyRing: KeyRing): KeyWrap {
  const versionOf = (wrapped: Buffer): number =>
    wrapped.length === UNVERSIONED_BYTES ? 1 : readKeyVersion(wrapped);

  function wrap(blob: string, key: KeyObject): Buffer {
    const version = keyRing.currentVersion();
    const nonce = randomBytes(NONCE_BYTES);
    const wrappingKey = createSecretKey(keyRing.derive(version, PURPOSE));
    const cipher = createCipheriv(ALGORITHM, wrappingKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(blob));
    const encrypted = [cipher.update(key.export()), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat([versionPrefix(version), nonce, ...encrypted]);
  }

  function unwrap(blob: string, wrapped: Buffer): KeyObject {
    const version = versionOf(wrapped);
    const wrappingKey = createSecretKey(keyRing.derive(version, PURPOSE));
    const bytes = version === 1 ? wrapped : wrapped.subarray(VERSION_PREFIX_BYTES);
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, wrappingKey, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(blob));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const key = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return createSecretKey(Buffer.concat(key));
    } catch (error) {
      throw new StorageError(
        'damaged',
        'The blob key cannot be decrypted: the row is damaged or the master key is a different one.',
        error,
      );
    }
  }

  return { wrap, unwrap, versionOf, rewrap: (blob, wrapped) => wrap(blob, unwrap(blob, wrapped)) };
}
