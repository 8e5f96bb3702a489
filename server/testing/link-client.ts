import type { App } from '#server/app/app.ts';
import { createTestClient, type TestClient } from './clients/inject-client.ts';

/** A browser on the access page of a link. */
export interface LinkBrowser extends TestClient {
  readonly page: () => ReturnType<TestClient['get']>;
  readonly submit: (
    step: 'password' | 'email' | 'code' | 'terms' | 'enter' | 'leave',
    body?: object,
  ) => ReturnType<TestClient['post']>;
}

/** Opens the access page of a link in a browser without cookies, in a network of its own if an address is given. */
export function openAccessPage(app: App, url: string, remoteAddress?: string): LinkBrowser {
  const client = createTestClient(app.http, undefined, remoteAddress === undefined ? {} : { remoteAddress });
  const path = `/api/link-access/${url.split('/').at(-1)}`;
  return Object.assign(client, {
    page: () => client.get(path),
    submit: (step: string, body?: object) => client.post(`${path}/${step}`, body),
  });
}

/** Has a visitor of a new link accept terms and enter; returns the id of the acceptance. */
export async function acceptTermsThroughLink(
  { server }: { server: App },
  owner: TestClient,
  { folderId, termsId }: { folderId: number; termsId: number },
): Promise<number> {
  const targets = [{ kind: 'folder', id: folderId }];
  const { body: link } = await owner.post('/api/links', { name: 'Link', targets, settings: { termsId } });
  const browser = openAccessPage(server, link.url);
  await browser.submit('email', { email: 'guest@example.test' });
  await browser.submit('terms', { termsVersionId: (await browser.page()).body.terms.versionId });
  await browser.submit('enter');
  return (await owner.get(`/api/terms/acceptances?linkId=${link.id}`)).body[0].id;
}
