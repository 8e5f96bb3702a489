import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts short secrets for the database, so that a copy of it without the master key does not reveal them. */
export interface Encryptor {
  /** `purpose` is authenticated: a row copied to another table does not decrypt there. */
  encrypt(purpose: string, text: string): Buffer;
  /** Throws for text of another purpose or key, and for damaged bytes. */
  decrypt(purpose: string, encrypted: Buffer): string;
}

export function createEncryptor(masterKey: Buffer): Encryptor {
  // A derived key, so that random nonces never collide with other uses of the master key. The label is part of stored data.
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'muniment seal v1', 32));
  return {
    encrypt(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(purpose));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(purpose, encrypted) {
      const decipher = createDecipheriv(ALGORITHM, key, encrypted.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
      const plaintext = [decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return Buffer.concat(plaintext).toString('utf8');
    },
  };
}
