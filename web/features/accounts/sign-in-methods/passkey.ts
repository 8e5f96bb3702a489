import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type {
  Assertion,
  Attestation,
  startPasskeySetup,
  startPasskeySignIn,
} from '#shared/contracts/sign-in/passkeys.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';

/** The library is fetched when the first passkey is asked for. */
const loadLibrary = () => import('@simplewebauthn/browser');

/** Lets the browser sign a challenge with a passkey of the user's choice. */
export async function askForPasskey(): Promise<Assertion> {
  const optionsJSON: ResultOf<typeof startPasskeySignIn> = await call('POST /api/login/passkey/options');
  const { startAuthentication } = await loadLibrary();
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** Lets the browser create a passkey. */
export async function createPasskey(): Promise<Attestation> {
  const optionsJSON: ResultOf<typeof startPasskeySetup> = await call('POST /api/user/passkeys/options');
  const { startRegistration } = await loadLibrary();
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
}

/** Returns what to tell the user; the names of errors come from browsers, those of the library keep them. */
export function getPasskeyError(error: Error): string {
  if (error.name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (error.name === 'NotAllowedError') return 'No passkey was used. Try again.';
  return getErrorMessage(error);
}

/** Returns why this browser cannot use passkeys at this address, or `undefined`. */
export function findPasskeyProblem(passkeyOrigin: string | null): string | undefined {
  if (passkeyOrigin === null)
    return 'Passkeys need an address with https and a host name, which this server does not have.';
  if (location.origin !== passkeyOrigin) return `Passkeys work only at ${passkeyOrigin}.`;
  return 'PublicKeyCredential' in window ? undefined : 'This browser does not support passkeys.';
}
