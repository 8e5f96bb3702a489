import type { App } from '#server/app/app.ts';
import type { RequestOf } from '#shared/contracts/endpoint.ts';
import type { createToken } from '#shared/contracts/programs/api-tokens.ts';
import { createTestClient, type TestClient } from './inject-client.ts';

/** Creates a client that sends a token in every request, and no cookie. */
export function clientWithToken(app: App, token: string, remoteAddress?: string): TestClient {
  const client = createTestClient(app.http, undefined, remoteAddress === undefined ? {} : { remoteAddress });
  const send = client.send.bind(client);
  client.send = (options) =>
    send({ ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });
  return client;
}

type NewToken = Partial<NonNullable<RequestOf<typeof createToken>['body']>>;

/** Creates a token of the user, and a client with it. */
export async function createTokenClient(
  app: App,
  owner: TestClient,
  fields: NewToken = {},
): Promise<TestClient & { id: number; token: string }> {
  const { status, body } = await owner.post('/api/user/tokens', { name: 'Script', scope: 'read', ...fields });
  if (status !== 201) throw new Error(`No token: ${JSON.stringify(body)}`);
  return Object.assign(clientWithToken(app, body.token), { id: body.id, token: body.token });
}
