import { randomBytes } from 'node:crypto';
import type { Services } from '#server/app/context.ts';
import { hashInvitationToken } from '#server/authorization/load-invitation-by-token.ts';

const TOKEN_BYTES = 32;

interface StoredToken {
  token_hash: Buffer;
  encrypted_token: Buffer;
}

/** Creates a token as columns of a row: its hash for lookups and the encrypted token for showing it again. */
export function createToken({ encryptor }: Pick<Services, 'encryptor'>): StoredToken {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return {
    token_hash: hashInvitationToken(token),
    encrypted_token: encryptor.encrypt('invitation token', token),
  };
}

export const decryptToken = (
  { encryptor }: Pick<Services, 'encryptor'>,
  kept: Pick<StoredToken, 'encrypted_token'>,
): string => encryptor.decrypt('invitation token', kept.encrypted_token);

export const buildInviteUrl = (
  services: Pick<Services, 'encryptor' | 'config'>,
  kept: Pick<StoredToken, 'encrypted_token'>,
): string => `${services.config.publicUrl}/accept-invite/${decryptToken(services, kept)}`;
