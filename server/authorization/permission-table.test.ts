import { describe, expect, test } from 'vitest';
import { MULTIPART_TYPE, multipartBody, type TestClient } from '#server/testing/clients/inject-client.ts';
import { signUrl } from '#server/testing/clients/signed-url.ts';
import { digestDatabase } from '#server/testing/database-digest.ts';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import {
  clientForRole,
  createRoleUsers,
  expectedStatuses,
  insertAccount,
  ROLES,
  type Role,
  type RoleUsers,
  renewSessions,
  shareFolder,
  WRITTEN_ROLES,
} from '#server/testing/permission-table/roles.ts';
import type { RowFixture, RowRequest } from '#server/testing/permission-table/row.ts';
import { rows } from '#server/testing/permission-table/rows.ts';
import { type TestApp, test as testWithApp } from '#server/testing/test-app.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

const endpoints = new Map((await listEndpoints()).map((endpoint) => [endpointName(endpoint), endpoint]));

const CODES: Readonly<Record<number, string>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
};
const ABSENT = 999_999_999;

let number = 0;
const everybody = new WeakMap<TestApp, Promise<RoleUsers>>();

const peopleOf = (testApp: TestApp): Promise<RoleUsers> => {
  const people = everybody.get(testApp) ?? createRoleUsers(testApp);
  everybody.set(testApp, people);
  return people;
};

interface Stage {
  readonly scene: RowFixture;
  clientOf(role: Role): Promise<TestClient> | TestClient;
}

async function openScene(testApp: TestApp): Promise<Stage> {
  const people = await peopleOf(testApp);
  await renewSessions(people);
  const { owner, collaborator, administrator } = people;
  const { id: folderId } = await owner.folder('Shared');
  await shareFolder(people, folderId);
  number += 1;
  const accountId = await insertAccount(people, `account-${number}`);
  const scene = { owner, collaborator, administrator, folderId, accountId, number };
  return { scene, clientOf: (role) => clientForRole(people, folderId, role) };
}

async function send(client: TestClient, { method, path }: Endpoint, asked: RowRequest) {
  const { params = {}, query, body, form, headers = {}, bytes, isSigned } = asked;
  const plain = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const address = isSigned ? await signUrl(client, plain) : plain;
  return client.send({
    method,
    url: query === undefined ? address : `${address}?${query}`,
    headers,
    ...(bytes !== undefined && { payload: bytes }),
    ...(body !== undefined && {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    ...(form && { payload: multipartBody(form), headers: { 'content-type': MULTIPART_TYPE } }),
  });
}

/**
 * Expects a refusal in the common form. An object that is hidden from the actor is refused like one that never
 * existed.
 */
async function expectRefusal(
  client: TestClient,
  endpoint: Endpoint,
  asked: RowRequest,
  body: unknown,
  status: number,
) {
  // Responses to HEAD have no body.
  const said = endpoint.method === 'HEAD' ? '' : { error: expect.any(String), code: CODES[status] };
  expect(body).toEqual(said);
  if (status !== 404 || asked.params?.['id'] === undefined) return;
  const absent = await send(client, endpoint, { ...asked, params: { ...asked.params, id: ABSENT } });
  expect([absent.status, absent.body]).toEqual([404, body]);
}

test('every call has a row in the permission table, and every row a call', () => {
  expect([...new Set(rows.map(({ endpoint }) => endpoint))].sort()).toEqual([...endpoints.keys()].sort());
  for (const { endpoint, statuses } of rows)
    expect([endpoint, statuses.split(' ').length]).toEqual([endpoint, WRITTEN_ROLES.length]);
});

describe.each(rows)('$endpoint $note', ({ endpoint: name, statuses, request }) => {
  const endpoint = endpoints.get(name);
  const expected = expectedStatuses(statuses.split(' ').map(Number));

  testWithApp('each role gets its status, and a refusal changes nothing', async ({ testApp }) => {
    if (!endpoint) throw new Error('There is no such call');
    const stage = await openScene(testApp);
    const asked = await request(stage.scene);
    const found: Record<string, number> = {};
    const clients = new Map<Role, TestClient>();
    for (const role of ROLES.filter((role) => (expected[role] ?? 0) >= 400))
      clients.set(role, await stage.clientOf(role));
    await testApp.finishJobs();
    const before = await digestDatabase(testApp.server.services.db);
    for (const [role, client] of clients) {
      const { status, body } = await send(client, endpoint, asked);
      found[role] = status;
      if (status === expected[role]) await expectRefusal(client, endpoint, asked, body, status);
    }
    expect(await digestDatabase(testApp.server.services.db)).toEqual(before);
    const changes = endpoint.method !== 'GET' || endpoint.hasSideEffects === true;
    for (const role of ROLES.filter((role) => !clients.has(role))) {
      // A call that changes its object gets a new one for each role.
      const own = changes ? await openScene(testApp) : stage;
      const client = await own.clientOf(role);
      const { status } = await send(client, endpoint, changes ? await request(own.scene) : asked);
      found[role] = status;
    }
    expect(found).toEqual(expected);
  });
});
