import type { RelyingParty } from '#server/authorization/sign-in/relying-party.ts';
import type { Assertion, Attestation } from '#shared/contracts/sign-in/passkeys.ts';
import type { PasskeyRow } from './queries.ts';

/** EdDSA, ES256 and RS256, in the order in which an authenticator should choose. */
export const ALGORITHMS = [-8, -7, -257] as const;

interface Expected {
  readonly party: RelyingParty;
  readonly challenge: string;
}

/** A key that an authenticator created for this site, after it verified its user. */
interface NewCredential {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/**
 * Verifies a new credential; returns `undefined` if anything is wrong with it. No attestation is asked for: one that names
 * certificates is refused, because following them would send requests to addresses that the browser chose.
 */
export async function verifyAttestation(
  credential: Attestation,
  { party, challenge }: Expected,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const { attestationObject, clientDataJSON } = credential.response;
    const statement = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = statement.get('fmt');
    const isSelfSigned = format === 'packed' && statement.get('attStmt').get('x5c') === undefined;
    if (format !== 'none' && !isSelfSigned) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { attestationObject, clientDataJSON },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey), counter };
  } catch {
    // The library throws for every deviation, and for malformed bytes.
    return undefined;
  }
}

/**
 * Verifies the signature of a passkey; returns the authenticator's counter, or `undefined` if anything is wrong. The counter is
 * not compared here: before the signature is verified it would let anybody disable the passkeys of others.
 */
export async function verifyAssertion(
  credential: Assertion,
  passkey: PasskeyRow,
  { party, challenge }: Expected,
): Promise<number | undefined> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  if (userHandle && userHandle !== userHandleOf(passkey.user_id)) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the name of an account in authenticators, which keep one passkey for each: its id says nothing about the person. */
export const userHandleOf = (userId: number): string => Buffer.from(`user ${userId}`).toString('base64url');
