import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { StorageError } from './storage-error.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Wraps the keys of blobs with the master key; a wrapped key opens for its own blob only. */
interface KeyWrap {
  wrap(blob: string, key: KeyObject): Buffer;
  unwrap(blob: string, wrapped: Buffer): KeyObject;
}

export function createKeyWrap(masterKey: Buffer): KeyWrap {
  // A key of its own for this one purpose, so that random nonces never meet those of other uses of the master key.
  const wrappingKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'muniment blob key v1', 32));
  return {
    wrap(blob, key) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, wrappingKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(blob));
      return Buffer.concat([nonce, cipher.update(key.export()), cipher.final(), cipher.getAuthTag()]);
    },
    unwrap(blob, wrapped) {
      try {
        const nonce = wrapped.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv(ALGORITHM, wrappingKey, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(blob));
        decipher.setAuthTag(wrapped.subarray(-TAG_BYTES));
        const key = [decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        return createSecretKey(Buffer.concat(key));
      } catch (error) {
        throw new StorageError(
          'damaged',
          'The blob key cannot be decrypted: the row is damaged or the master key is a different one.',
          error,
        );
      }
    },
  };
}
