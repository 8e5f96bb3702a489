import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '#server/app/context.ts';
import type { InvitationRow } from '#server/authorization/load-invitation.ts';

const PURPOSE = 'muniment mailed invitation v1';

type Invited = Pick<InvitationRow, 'token_hash' | 'email_key'>;

const sign = (key: Buffer, { token_hash, email_key }: Invited): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([token_hash.toString('hex'), email_key]))
    .digest();

/** Signs an invitation for the mail to its address. The inviter sees the link, and not this. */
export const createMailedProof = (
  { signingKeys }: Pick<Services, 'signingKeys'>,
  invitation: Invited,
): string =>
  sign(signingKeys.derive(signingKeys.currentVersion(), PURPOSE), invitation).toString('base64url');

/** Tells whether a proof is that of the mail to the address of an invitation. */
export function isMailedProof(
  { signingKeys }: Pick<Services, 'signingKeys'>,
  invitation: Invited,
  proof: string,
): boolean {
  const bytes = Buffer.from(proof, 'base64url');
  return signingKeys.signingVersions().some((version) => {
    const expected = sign(signingKeys.derive(version, PURPOSE), invitation);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
