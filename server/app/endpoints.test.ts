import type { InjectOptions } from 'fastify';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { endpointName, endpointUrl, listEndpoints } from '#server/testing/list-endpoints.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

const endpoints = await listEndpoints();
const named = endpoints.map((endpoint) => [endpointName(endpoint), endpoint] as const);
/** Reads may come from any origin: no other site can read the response. */
const changesSomething = ({ method, hasSideEffects }: Endpoint): boolean =>
  hasSideEffects === true || !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Responses to HEAD have no body. */
const bodyOf = ({ method }: Endpoint) => (method === 'HEAD' ? 'undefined' : 'string');

const withBody = named.filter(([, { body }]) => body);

const SLUG = 'A'.repeat(22);
const WRONG = { 'no such field': true };
const json = (payload: string): Partial<InjectOptions> => ({
  payload,
  headers: { 'content-type': 'application/json' },
});

/** The query decides who may call this: only administrators list all users, every user may look up one. */
const QUESTIONS: Readonly<Record<string, string>> = { 'GET /api/users': '?username=somebody' };

/** Sends a body that no contract accepts, so that the caller is refused before validation or not at all. */
const ask = (client: TestClient, endpoint: Endpoint) =>
  client.send({
    method: endpoint.method,
    url: `${endpointUrl(endpoint)}${QUESTIONS[endpointName(endpoint)] ?? ''}`,
    ...(endpoint.body && json(JSON.stringify(WRONG))),
  });

/** Finds the GET or HEAD of a URL: a path without parameters takes precedence over one with parameters. */
function getAt(address: string): Endpoint | undefined {
  const gets = endpoints.filter(({ method }) => method === 'GET' || method === 'HEAD');
  const isOf = ({ path }: Endpoint) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(address);
  return gets.find(({ path }) => path === address) ?? gets.find(isOf);
}

const REFUSED: Record<Endpoint['caller'], { nobody?: number; visitor?: number; user?: number }> = {
  anyone: {},
  actor: { nobody: 401 },
  user: { nobody: 401, visitor: 403 },
  administrator: { nobody: 401, visitor: 403, user: 403 },
};

async function openCallers(testApp: TestApp) {
  const user = await testApp.user();
  const folder = await user.folder();
  const visitor = await testApp.visitor({ inviter: user, folderIds: [folder.id] });
  return { nobody: testApp.anonymous, visitor, user };
}

/** Creates a client that no contract refuses. */
const mayCall = (testApp: TestApp): Promise<TestClient> => testApp.user({ isAdmin: true });

const sharedCallers = new WeakMap<TestApp, ReturnType<typeof openCallers>>();

/** Returns the same callers for all calls that carry nothing out: a user and a visitor for each take longer than the calls. */
function callersOf(testApp: TestApp, endpoint: Endpoint): ReturnType<typeof openCallers> {
  if (changesSomething(endpoint) && !endpoint.body) return openCallers(testApp);
  const callers = sharedCallers.get(testApp) ?? openCallers(testApp);
  sharedCallers.set(testApp, callers);
  return callers;
}

const refusedUsers = new WeakMap<TestApp, Promise<TestClient>>();

/**
 * Returns the same client for all calls that are refused because of what they send: a user for each takes longer than the calls.
 */
function mayCallInVain(testApp: TestApp): Promise<TestClient> {
  const user = refusedUsers.get(testApp) ?? mayCall(testApp);
  refusedUsers.set(testApp, user);
  return user;
}

test('every endpoint is listed once', () => {
  expect(endpoints.length).toBeGreaterThan(20);
  expect(new Set(endpoints.map(endpointName)).size).toBe(endpoints.length);
});

describe.each(named)('%s', (_name, endpoint) => {
  test('serves the callers that its contract names, and refuses others before it reads the body', async ({
    testApp,
  }) => {
    const callers = await callersOf(testApp, endpoint);
    for (const [name, client] of Object.entries(callers)) {
      const { status, body } = await ask(client, endpoint);
      const refused = REFUSED[endpoint.caller][name as keyof typeof callers]; // the three keys above
      if (refused === undefined) expect([401, 403], name).not.toContain(status);
      else expect([name, status, typeof body.error]).toEqual([name, refused, bodyOf(endpoint)]);
      expect(status).toBeLessThan(500);
    }
  });

  test('a change from another site is refused', async ({ testApp }) => {
    const user = await mayCallInVain(testApp);
    const from = (headers: Record<string, string>) =>
      user.send({ method: endpoint.method, url: endpointUrl(endpoint), headers });
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      if (changesSomething(endpoint)) expect((await from(headers)).status).toBe(403);
      else expect((await from(headers)).status).not.toBe(403);
    if (endpoint.method !== 'GET') return;
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, { 'sec-fetch-dest': 'image' }])
      if (changesSomething(endpoint)) expect((await from(headers)).status).toBe(403);
      else expect((await from(headers)).status).not.toBe(403);
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };
    expect((await from(own)).status).not.toBe(403);
  });

  test('HEAD applies the same checks as GET', async ({ testApp }) => {
    const head = await testApp.anonymous.send({ method: 'HEAD', url: endpointUrl(endpoint) });
    const get = getAt(endpointUrl(endpoint));
    // A call without a session needs a token in its path, and `1` is not a token.
    // No company signs people in here.
    const withoutParams = get?.path.startsWith('/api/oidc/') ? 404 : 200;
    const open = get?.params ? 400 : withoutParams;
    const expected = get ? (get.caller === 'anyone' ? open : 401) : 404;
    expect([head.status, head.bytes.length]).toEqual([expected, 0]);
  });

  test('malformed ids and queries are refused', async ({ testApp }) => {
    const user = await mayCallInVain(testApp);
    const { method, params } = endpoint;
    if (params)
      for (const id of [
        '0',
        '-1',
        'abc',
        '1e3',
        '9'.repeat(16),
        '%00',
        '..%2f..%2f',
        "1'--",
        '9'.repeat(300),
      ]) {
        const { status, body } = await user.send({ method, url: endpointUrl(endpoint, id) });
        const fields = method === 'HEAD' ? [] : Object.keys(params.shape);
        expect([id, status, Object.keys(body.fields ?? {})]).toEqual([id, 400, fields]);
      }
    // The company's identity provider adds parameters of its own to the address that it calls.
    if (endpoint.query?.safeParse({ colour: 'red' }).success === false) {
      const path = endpoint.path.replace(':slug', SLUG).replace(/:\w+/g, '1');
      const { status, body } = await user.send({ method, url: `${path}?colour=red` });
      expect([status, body.fields?.colour]).toEqual([400, 'Unknown field']);
    }
  });
});

describe.each(withBody)('the body of %s', (_name, endpoint) => {
  // The body of a link's access page is validated after the slug in its path.
  const url = endpointUrl(endpoint, endpoint.params && 'slug' in endpoint.params.shape ? SLUG : '1');
  const needsNoBody = endpoint.body?.safeParse(null).success === true;
  const takesNothing = endpoint.body?.safeParse({}).success === true;
  const send = async (testApp: TestApp, payload: string) => {
    const client = await (needsNoBody || takesNothing ? mayCall : mayCallInVain)(testApp);
    return client.send({ method: endpoint.method, url, ...json(payload) });
  };

  test.for(['[]', '"text"', '1', 'null', 'true'])(
    'is rejected when it is %s',
    async (payload, { testApp }) => {
      const answer = await send(testApp, payload);
      // The object in the path is absent.
      if (payload === 'null' && needsNoBody && answer.status === 404) return;
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['body']]);
    },
  );

  test('is rejected with a wrong type or an unknown field', async ({ testApp }) => {
    const schema = z.toJSONSchema(endpoint.body ?? z.never(), { io: 'input' });
    const shapes = [schema, ...(schema.anyOf ?? [])];
    const fields = shapes.flatMap((shape) =>
      typeof shape === 'object' ? Object.keys(shape.properties ?? {}) : [],
    );
    expect(fields).not.toEqual([]);
    for (const field of [...fields, 'isOwner', 'constructor']) {
      // A custom layout is any object; settings, alerts, credentials and neighbors name the field that is wrong in them.
      const wrong = [
        'customLayout',
        'columnWidths',
        'settings',
        'alerts',
        'credential',
        'passkey',
        'before',
      ].includes(field)
        ? 'wrong'
        : { wrong: [] };
      const { status, body } = await send(testApp, JSON.stringify({ [field]: wrong }));
      expect([status, Object.keys(body.fields)]).toEqual([400, expect.arrayContaining([field])]);
    }
  });

  test('is rejected without a required field', async ({ testApp }) => {
    const { status, body } = await send(testApp, '{}');
    // The object in the path may be absent.
    if (takesNothing) expect([200, endpoint.params ? 404 : 200]).toContain(status);
    else expect([status, Object.keys(body.fields).length > 0]).toEqual([400, true]);
    const absent = await (await mayCall(testApp)).send({
      method: endpoint.method,
      url,
    });
    if (!needsNoBody || absent.status !== 404)
      expect([absent.status, absent.body.fields]).toEqual([400, { body: expect.any(String) }]);
  });
});
