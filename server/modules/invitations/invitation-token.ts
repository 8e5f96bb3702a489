import { randomBytes } from 'node:crypto';
import { hashOfToken } from '#server/authorization/load-invitation-by-token.ts';
import type { Services } from '#server/app/context.ts';

const TOKEN_BYTES = 32;

interface KeptToken {
  token_hash: Buffer;
  sealed_token: Buffer;
}

/** A new token as the row keeps it: hashed to be found by, and sealed to be shown again. */
export function createToken({ sealer }: Pick<Services, 'sealer'>): KeptToken {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token_hash: hashOfToken(token), sealed_token: sealer.seal('invitation token', token) };
}

export const openToken = (
  { sealer }: Pick<Services, 'sealer'>,
  kept: Pick<KeptToken, 'sealed_token'>,
): string => sealer.unseal('invitation token', kept.sealed_token);

export const inviteUrlOf = (
  services: Pick<Services, 'sealer' | 'config'>,
  kept: Pick<KeptToken, 'sealed_token'>,
): string => `${services.config.publicUrl}/accept-invite/${openToken(services, kept)}`;
