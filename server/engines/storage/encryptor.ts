import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is sealed for one purpose opens for no other: a row moved to another table tells nothing. */
type Purpose = 'invitation token' | 'mail' | 'online view';

/** Keeps short secrets in the database so that a copy of it without the master key does not tell them. */
export interface Encryptor {
  encrypt(purpose: Purpose, text: string): Buffer;
  /** Throws when it was sealed for another purpose or with another key, or is damaged. */
  decrypt(purpose: Purpose, sealed: Buffer): string;
}

export function createEncryptor(masterKey: Buffer): Encryptor {
  // A key of its own, so that random nonces never meet those of other uses of the master key.
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'muniment seal v1', 32));
  return {
    encrypt(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(purpose));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(purpose, sealed) {
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const opened = [decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    },
  };
}
