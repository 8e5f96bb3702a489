import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { type KeyRing, readKeyVersion, VERSION_PREFIX_BYTES, versionPrefix } from './key-ring.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A purpose of its own, so that random nonces never collide with other uses of a root key. Part of stored data. */
const KEY_PURPOSE = 'muniment seal v1';

/** Encrypts short secrets for the database, so that a copy of it without the master key does not reveal them. */
export interface Encryptor {
  /** `purpose` is authenticated: a row copied to another table does not decrypt there. */
  encrypt(purpose: string, text: string): Buffer;
  /** Throws for text of another purpose or key, and for damaged bytes. */
  decrypt(purpose: string, encrypted: Buffer): string;
}

export function createEncryptor(keyRing: KeyRing): Encryptor {
  function decryptWith(version: number, purpose: string, bytes: Buffer): string {
    const key = createSecretKey(keyRing.derive(version, KEY_PURPOSE));
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plaintext = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(plaintext).toString('utf8');
  }

  return {
    encrypt(purpose, text) {
      const version = keyRing.currentVersion();
      const nonce = randomBytes(NONCE_BYTES);
      const key = createSecretKey(keyRing.derive(version, KEY_PURPOSE));
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(purpose));
      const encrypted = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat([versionPrefix(version), nonce, ...encrypted]);
    },
    decrypt(purpose, encrypted) {
      const version = readKeyVersion(encrypted);
      // A random nonce of version 1 can look like the prefix of a version, so both readings are tried.
      if (version > 1 && keyRing.has(version)) {
        try {
          return decryptWith(version, purpose, encrypted.subarray(VERSION_PREFIX_BYTES));
        } catch {}
      }
      return decryptWith(1, purpose, encrypted);
    },
  };
}
