import { createTestClient, type TestClient } from '../clients/inject-client.ts';
import type { TestApp } from '../test-app.ts';

/** A browser that keeps the cookies of a sign-in through the company beside its session. */
export function openCompanyBrowser(testApp: TestApp, remoteAddress = '192.0.2.1') {
  const client: TestClient = createTestClient(testApp.server.http, undefined, { remoteAddress });
  const cookies = new Map<string, string>();
  const send = async (method: 'GET' | 'POST', url: string, body?: unknown, headers = {}) => {
    const own = [...cookies].map(([name, value]) => `${name}=${value}`);
    const answer = await client.send({
      method,
      url,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        cookie: [client.cookie ?? '', ...own].join('; '),
      },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^(muniment_(?:company|challenge))=([^;]*)/.exec(String(line)) ?? [];
      if (name !== '' && value === '') cookies.delete(name);
      else if (name !== '') cookies.set(name, value);
    }
    return answer;
  };
  return {
    client,
    cookies,
    get: (url: string, headers = {}) => send('GET', url, undefined, headers),
    post: (url: string, body: unknown) => send('POST', url, body),
    /** Begins a sign-in; returns the address of the issuer to which the browser is sent. */
    start: async (query = '') =>
      String((await send('GET', `/api/oidc/start${query}`)).headers['location'] ?? ''),
    /** Comes back from the issuer. */
    comeBack: (query: Record<string, string>, headers = {}) =>
      send('GET', `/api/oidc/callback?${new URLSearchParams(query)}`, undefined, headers),
    isSignedIn: async () => (await client.get('/api/user')).status === 200,
  };
}
