import * as client from 'openid-client';
import { fetchFromIssuer, IssuerUnreachableError, isIssuerUnreachable } from './fetch-from-issuer.ts';

/** The company's service that signs people in, as its operator set it up (OpenID Connect). */
export interface IdentityProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Values that the answer of a sign-in that has begun is checked against. Kept on the server. */
interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** True if the person must prove their identity anew, whether or not they are signed in there. */
  readonly again: boolean;
}

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly preferredName: string | undefined;
  /** Milliseconds since the person proved their identity there, if it says. */
  readonly provedMsAgo: number | undefined;
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface IdentityProvider {
  /** Returns where to send the browser. Throws `IssuerUnreachableError`. */
  begin(callbackUrl: string, again: boolean): Promise<{ url: string; pending: PendingSignIn }>;
  /** Returns who signed in, or `undefined` if anything is wrong with the answer. Throws `IssuerUnreachableError`. */
  complete(answerUrl: string, pending: PendingSignIn): Promise<Identity | undefined>;
}

const TIMEOUT_SECONDS = 5;
/** Keys and addresses of a provider change rarely; the library fetches unknown keys itself. */
const DISCOVERY_LIFETIME_MS = 60 * 60 * 1000;
/** How long ago a person who must prove their identity anew may have done so. */
const MAX_AGE_SECONDS = 120;

/** Creates the client of a provider; it connects at the first sign-in, so that the server starts without it. */
export function createIdentityProvider(settings: IdentityProviderSettings): IdentityProvider {
  const discover = createDiscovery(settings);
  return {
    async begin(callbackUrl, again) {
      const configuration = await discover().catch((error: unknown) => {
        // Whatever a provider answers to the first question, nobody can sign in there.
        throw new IssuerUnreachableError({ cause: error });
      });
      const [state, nonce, verifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ];
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, pending: { state, nonce, verifier, again } };
    },
    async complete(answerUrl, { state, nonce, verifier, again }) {
      try {
        const configuration = await discover();
        const tokens = await client.authorizationCodeGrant(configuration, new URL(answerUrl), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(again && { maxAge: MAX_AGE_SECONDS }),
        });
        const idToken = tokens.claims();
        if (!idToken || !isStorable(idToken.sub)) return undefined;
        return readIdentity(
          idToken,
          await fetchFurtherClaims(configuration, tokens.access_token, idToken.sub),
        );
      } catch (error) {
        if (isIssuerUnreachable(error)) throw new IssuerUnreachableError({ cause: error });
        // Every deviation: state, issuer, audience, nonce, signature, algorithm, times.
        return undefined;
      }
    },
  };
}

/** Returns a function that reads what a provider says of itself, and keeps it for an hour. */
function createDiscovery({ issuer, clientId, clientSecret }: IdentityProviderSettings) {
  let cached: { configuration: client.Configuration; expiresAt: number } | undefined;
  return async (): Promise<client.Configuration> => {
    if (cached && performance.now() < cached.expiresAt) return cached.configuration;
    const url = new URL(issuer);
    const configuration = await client.discovery(url, clientId, clientSecret, undefined, {
      [client.customFetch]: fetchFromIssuer,
      timeout: TIMEOUT_SECONDS,
      execute: [
        // The signature is verified even though the token comes from the provider itself.
        client.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
    cached = { configuration, expiresAt: performance.now() + DISCOVERY_LIFETIME_MS };
    return configuration;
  };
}

/** Many providers put the address and groups only here. The subject must be the same. */
async function fetchFurtherClaims(
  configuration: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return { ...(await client.fetchUserInfo(configuration, accessToken, subject)) };
}

/** The standard allows 255 characters. PostgreSQL cannot hold U+0000, and stores half a surrogate pair as any other. */
const MAX_SUBJECT_LENGTH = 255;
const isStorable = (subject: string): boolean =>
  subject.length <= MAX_SUBJECT_LENGTH && !subject.includes('\0') && subject.isWellFormed();

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function readIdentity(idToken: client.IDToken, further: Record<string, unknown>): Identity {
  const claims = { ...further, ...idToken };
  const { iss: issuer, sub: subject, auth_time: provedAt } = idToken;
  return {
    issuer,
    subject,
    email: readText(claims['email']),
    isEmailVerified: claims['email_verified'] === true,
    preferredName: readText(claims['preferred_username']) ?? readText(claims['name']),
    provedMsAgo: provedAt === undefined ? undefined : Math.max(0, Date.now() - provedAt * 1000),
    claims,
  };
}
