import { Secret, TOTP } from 'otpauth';
import { createTestClient, type TestClient } from '../clients/inject-client.ts';
import { PASSWORD } from '../factories.ts';
import type { TestApp } from '../test-app.ts';

/** Returns the code that an authenticator app with this secret shows at a time of the app's clock. */
export const codeOf = (testApp: TestApp, secret: string, offsetMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: testApp.server.services.now() + offsetMs,
  });

interface WithFactor {
  readonly factorId: number;
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** Sets an authenticator app up for a user. The clock moves on, so that the next code is another one. */
export async function setUpFactor(testApp: TestApp, user: TestClient): Promise<WithFactor> {
  const { id: factorId, secret } = (await user.post('/api/user/factors')).body;
  const { body } = await user.post(`/api/user/factors/${factorId}/confirm`, {
    code: codeOf(testApp, secret),
  });
  testApp.advanceClock(30_000);
  return { factorId, secret, recoveryCodes: body.recoveryCodes };
}

/** Opens a browser that keeps its challenge and its device cookie beside the session. */
export function openBrowser(testApp: TestApp, remoteAddress = '192.0.2.1') {
  const client = createTestClient(testApp.server.http, undefined, { remoteAddress });
  const cookies = new Map<string, string>();
  const post = async (url: string, body: unknown) => {
    const session = client.cookie === undefined ? [] : [client.cookie];
    const own = [...cookies].map(([name, value]) => `${name}=${value}`);
    const answer = await client.send({
      method: 'POST',
      url,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', cookie: [...session, ...own].join('; ') },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^(muniment_(?:challenge|device))=([^;]*)/.exec(String(line)) ?? [];
      if (name !== '' && value === '') cookies.delete(name);
      else if (name !== '') cookies.set(name, value);
    }
    return answer;
  };
  return {
    client,
    cookies,
    signIn: (username: string, password = PASSWORD) => post('/api/login', { username, password }),
    enterCode: (code: string) => post('/api/login/second-factor', { code }),
    isSignedIn: async () => (await client.get('/api/user')).status === 200,
  };
}
