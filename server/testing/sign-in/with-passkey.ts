import { createTestClient, type TestClient } from '../clients/inject-client.ts';
import type { TestApp } from '../test-app.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** A browser that keeps the challenge cookie of passkeys beside its session. */
export function openPasskeyBrowser(
  testApp: TestApp,
  client: TestClient = createTestClient(testApp.server.http, undefined, { remoteAddress: '192.0.2.1' }),
) {
  const browser = {
    client,
    challengeCookie: undefined as string | undefined, // set by the first options
    async post(url: string, body?: unknown) {
      const cookies = [client.cookie, browser.challengeCookie].filter((each) => each !== undefined);
      const answer = await client.send({
        method: 'POST',
        url,
        ...(body !== undefined && { payload: JSON.stringify(body) }),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          cookie: cookies.join('; '),
        },
      });
      const [, set] = /(muniment_passkey=[^;]+)/.exec(String(answer.headers['set-cookie'])) ?? [];
      browser.challengeCookie = set ?? browser.challengeCookie;
      return answer;
    },
    isSignedIn: async () => (await client.get('/api/user')).status === 200,
    /** Asks for a challenge and signs it. */
    async sign(authenticator: SoftwareAuthenticator) {
      const { challenge } = (await browser.post('/api/login/passkey/options')).body;
      return authenticator.get({ challenge });
    },
    async signIn(authenticator: SoftwareAuthenticator) {
      const credential = await browser.sign(authenticator);
      return browser.post('/api/login/passkey/verify', { credential });
    },
  };
  return browser;
}

/** Adds a passkey to the account of a signed-in user. */
export async function addPasskey(testApp: TestApp, user: TestClient, name = 'Laptop') {
  const browser = openPasskeyBrowser(testApp, user);
  const options = (await browser.post('/api/user/passkeys/options')).body;
  const authenticator = new SoftwareAuthenticator(new URL(testApp.server.services.config.publicUrl).origin);
  authenticator.userHandle = options.user.id;
  const credential = authenticator.create(options);
  const { status, body } = await browser.post('/api/user/passkeys/verify', { name, credential });
  if (status !== 201) throw new Error(`No passkey: ${JSON.stringify(body)}`);
  return { authenticator, id: Number(body.passkey.id), recoveryCodes: body.recoveryCodes as string[] };
}
