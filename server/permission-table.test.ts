import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { type Client, MULTIPART, multipartBody } from './testing/client.ts';
import { digestDatabase } from './testing/database-digest.ts';
import { listEndpoints, nameOf } from './testing/list-endpoints.ts';
import {
  gather,
  makePeople,
  type People,
  ROLES,
  type Role,
  signInAgain,
} from './testing/permission-table/people.ts';
import type { Asked, Row, Scene } from './testing/permission-table/row.ts';
import { fileRows } from './testing/permission-table/rows-files.ts';
import { folderRows } from './testing/permission-table/rows-folders.ts';
import { sessionRows } from './testing/permission-table/rows-session.ts';
import { test as inRoom, type TestRoom } from './testing/test-room.ts';

const rows: readonly Row[] = [...sessionRows, ...folderRows, ...fileRows];
const endpoints = new Map((await listEndpoints()).map((endpoint) => [nameOf(endpoint), endpoint]));

const CODES: Readonly<Record<number, string>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
};
const ABSENT = 999_999_999;

let number = 0;
const everybody = new WeakMap<TestRoom, Promise<People>>();

const peopleOf = (room: TestRoom): Promise<People> => {
  const people = everybody.get(room) ?? makePeople(room);
  everybody.set(room, people);
  return people;
};

async function openScene(room: TestRoom): Promise<{ scene: Scene; clients: Record<Role, Client> }> {
  const people = await peopleOf(room);
  await signInAgain(people);
  const { id: folderId } = await people.owner.folder('Shared');
  const clients = await gather(people, folderId);
  number += 1;
  return { scene: { owner: people.owner, collaborator: people.collaborator, folderId, number }, clients };
}

function send(client: Client, { method, path }: Endpoint, { params = {}, query, body, form }: Asked) {
  const address = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  return client.send({
    method,
    url: query === undefined ? address : `${address}?${query}`,
    ...(body !== undefined && {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    ...(form && { payload: multipartBody(form), headers: { 'content-type': MULTIPART } }),
  });
}

/** Refused in the common form, and what is not there for somebody exactly as what never was. */
async function expectRefusal(
  client: Client,
  endpoint: Endpoint,
  asked: Asked,
  body: unknown,
  status: number,
) {
  expect(body).toEqual({ error: expect.any(String), code: CODES[status] });
  if (status !== 404 || asked.params?.['id'] === undefined) return;
  const absent = await send(client, endpoint, { ...asked, params: { ...asked.params, id: ABSENT } });
  expect([absent.status, absent.body]).toEqual([404, body]);
}

test('every call has its rows, and every row its call', () => {
  expect([...new Set(rows.map(({ call }) => call))].sort()).toEqual([...endpoints.keys()].sort());
  for (const { call, cells } of rows) expect([call, cells.split(' ').length]).toEqual([call, ROLES.length]);
});

describe.each(rows)('$call $note', ({ call, cells, ask }) => {
  const endpoint = endpoints.get(call);
  const wanted = cells.split(' ').map(Number);
  const expected = Object.fromEntries(ROLES.map((role, place) => [role, wanted[place] ?? 0]));

  inRoom('lets in who may, and a refusal changes nothing', async ({ room }) => {
    if (!endpoint) throw new Error('There is no such call');
    const { scene, clients } = await openScene(room);
    const asked = await ask(scene);
    await room.settle();
    const before = await digestDatabase(room.app.services.db);
    const found: Record<string, number> = {};
    for (const role of ROLES.filter((role) => (expected[role] ?? 0) >= 400)) {
      const { status, body } = await send(clients[role], endpoint, asked);
      found[role] = status;
      if (status === expected[role]) await expectRefusal(clients[role], endpoint, asked, body, status);
    }
    expect(await digestDatabase(room.app.services.db)).toEqual(before);
    const changes = endpoint.method !== 'GET' || endpoint.changes === true;
    for (const role of ROLES.filter((role) => (expected[role] ?? 0) < 400)) {
      // What one of them changed is no longer there for the next.
      const own = changes ? await openScene(room) : { scene, clients };
      const { status } = await send(own.clients[role], endpoint, changes ? await ask(own.scene) : asked);
      found[role] = status;
    }
    expect(found).toEqual(expected);
  });
});
