import { readFile } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';

/**
 * Encrypts the master key in the age format, so that a backup opens with an identity that is kept elsewhere. Each recipient is
 * a public key such as `age1…`. Returns base64; rejects with one sentence that names a recipient that is none.
 */
export async function encryptMasterKey(masterKey: Buffer, recipients: readonly string[]): Promise<string> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new Error(
        `${recipient} is not a recipient of age. Use the public key that age-keygen prints, which begins with age1.`,
        { cause },
      );
    }
  }
  return Buffer.from(await encrypter.encrypt(masterKey)).toString('base64');
}

/** Decrypts the master key of a backup with the identities in a file, as age-keygen writes it. */
export async function decryptMasterKey(encrypted: string, identityFile: string): Promise<Buffer> {
  const decrypter = new Decrypter();
  const lines = (await readFile(identityFile, 'utf8')).split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
    return Buffer.from(await decrypter.decrypt(Buffer.from(encrypted, 'base64')));
  } catch (cause) {
    throw new Error(`${identityFile} holds no identity of a recipient of this backup.`, { cause });
  }
}
