import { createHash, randomBytes } from 'node:crypto';
import type { Services } from '#server/app/context.ts';
import type { SettingRow } from './settings-queries.ts';

type StoredToken = Pick<SettingRow, 'unsubscribe_token_hash' | 'encrypted_unsubscribe_token'>;

export const hashUnsubscribeToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Creates a token as columns of a setting: its hash for lookups, and the encrypted token for the mails. */
export function createUnsubscribeToken({ encryptor }: Pick<Services, 'encryptor'>): StoredToken {
  const token = randomBytes(32).toString('base64url');
  return {
    unsubscribe_token_hash: hashUnsubscribeToken(token),
    encrypted_unsubscribe_token: encryptor.encrypt('unsubscribe token', token),
  };
}

export const decryptUnsubscribeToken = (
  { encryptor }: Pick<Services, 'encryptor'>,
  setting: Pick<StoredToken, 'encrypted_unsubscribe_token'>,
): string => encryptor.decrypt('unsubscribe token', setting.encrypted_unsubscribe_token);
