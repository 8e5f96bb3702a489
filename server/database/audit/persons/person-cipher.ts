import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Stands before every encrypted text, followed by the id of its key, and at least a nonce and a tag. Part of stored data. */
const ENCRYPTED = /^enc1\.([1-9]\d{0,15})\.([\w-]{38,})$/;

/** Encrypts and decrypts what the audit log says of one person. */
export interface PersonCipher {
  encrypt(text: string): string;
  /** Undefined for what this key did not encrypt. */
  decrypt(text: string): string | undefined;
}

/**
 * Creates the cipher of a key. Equal texts of one person have equal ciphertexts, so that the log can be searched for them:
 * the nonce is a keyed hash of the text (synthetic initialization vector), and never repeats for different texts.
 */
export function createPersonCipher(id: number, key: Buffer): PersonCipher {
  // Node.js takes six times as long for a key that is given as bytes.
  const root = createSecretKey(key);
  const derive = (purpose: string): KeyObject =>
    createSecretKey(createHmac('sha256', root).update(purpose).digest());
  const [encryptionKey, nonceKey] = [derive('encryption'), derive('nonce')];
  const known = new Map<string, string>();

  function encryptNew(text: string): string {
    const nonce = createHmac('sha256', nonceKey).update(text).digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, encryptionKey, nonce, { authTagLength: TAG_BYTES });
    const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `enc1.${id}.${bytes.toString('base64url')}`;
  }

  return {
    encrypt(text) {
      const encrypted = known.get(text) ?? encryptNew(text);
      known.set(text, encrypted);
      return encrypted;
    },
    decrypt(text) {
      const bytes = Buffer.from(ENCRYPTED.exec(text)?.[2] ?? '', 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, encryptionKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const parts = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        return Buffer.concat(parts).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Returns the id of the key that encrypted the text; undefined for a text that is not encrypted. Somebody may type a text that
 * looks encrypted, so ask it only of what is stored under a key.
 */
export function keyIdOfText(text: string): number | undefined {
  const id = ENCRYPTED.exec(text)?.[1];
  return id === undefined ? undefined : Number(id);
}
