import { expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { addMembers, grant, membersOf, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Group } from '#shared/contracts/rooms/rooms.ts';

/** Part of every name and text that a member of the first group may not read. */
const HIDDEN = 'otterhidden';

/** Calls that tell the staff some of it: the test reaches what it is about. */
const TOLD_TO_STAFF = [
  '/api/files/:id',
  '/api/files/:id/download',
  '/api/folder-tree',
  '/api/folders/:id/archive',
  '/api/folders/:id/entries',
  '/api/groups/:id/members',
  '/api/requests/:id',
  '/api/requests/:id/suggestions',
  '/api/rooms/:id/analytics',
  '/api/rooms/:id/drafts',
  '/api/rooms/:id/index',
  '/api/rooms/:id/permissions',
  '/api/rooms/:id/publications',
  '/api/rooms/:id/unread',
  '/api/search',
  '/api/search/suggestions',
];

/** Opens a room whose first group sees one folder with a file, and beside them things that it does not see. */
async function openSecrets(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group, file } = room;
  const hidden = await owner.folder(`${HIDDEN} folder`, inner.id);
  const files = [
    await owner.file({ name: `${HIDDEN}.txt`, content: `Merger of ${HIDDEN}.`, folderId: hidden.id }),
    await owner.file({ name: `${HIDDEN} level.txt`, content: `Merger with ${HIDDEN}.`, folderId: inner.id }),
  ];
  await testApp.finishJobs();
  const rival: Group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: `${HIDDEN} bidder` })).body;
  const over: Group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Over' })).body;
  const people = [await testApp.user(), await testApp.user()];
  await addMembers(owner, group, people[0]?.email ?? '', 'guest@example.test');
  await addMembers(owner, rival, `${HIDDEN}@example.test`);
  await addMembers(owner, over, people[1]?.email ?? '');
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await grant(owner, root.id, { folder: inner, group: over, level: 'original' });
  await grant(owner, root.id, { folder: hidden, group, level: 'none' });
  const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${inner.id}`)).body;
  const { version } = rows.find(
    ({ kind, id }: { kind: string; id: number }) => kind === 'file' && id === files[1]?.id,
  );
  const cell = { kind: 'file', id: files[1]?.id, groupId: group.id, level: 'none', version };
  expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [cell] })).status).toBe(200);
  const shown = { name: 'Shown', responsibleName: `${HIDDEN} person` };
  await owner.post(`/api/folders/${inner.id}/placeholders`, shown);
  const { body: placeholder } = await owner.post(`/api/folders/${inner.id}/placeholders`, {
    name: `${HIDDEN} place`,
  });
  await putJson(owner, `/api/placeholders/${placeholder.id}/levels`, {
    levels: [{ groupId: group.id, level: 'none' }],
  });
  expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
  // Members call the room by its code name.
  await owner.patch(`/api/rooms/${root.id}`, { name: `${HIDDEN} company`, codeName: 'Heron' });
  await owner.post(`/api/rooms/${root.id}/requests`, { text: `${HIDDEN} request`, groupId: rival.id });
  const { body: request } = await owner.post(`/api/rooms/${root.id}/requests`, {
    text: 'Leases',
    groupId: group.id,
    responsibleName: `${HIDDEN} person`,
  });
  await owner.post(`/api/requests/${request.id}/files`, { fileIds: [file.id, ...files.map(({ id }) => id)] });
  const later = await owner.file({
    name: `${HIDDEN} later.txt`,
    content: `Merger after ${HIDDEN}.`,
    folderId: inner.id,
  });
  const at = new Date(testApp.server.services.now() + 86_400_000).toISOString();
  const { body: publication } = await owner.post(`/api/rooms/${root.id}/publications`, { at });
  const draft = await owner.folder(`${HIDDEN} draft`, inner.id);
  files.push(
    later,
    await owner.file({
      name: `${HIDDEN} draft.txt`,
      content: `Merger before ${HIDDEN}.`,
      folderId: inner.id,
    }),
  );
  await testApp.finishJobs();
  const end = { endsAt: new Date(testApp.server.services.now() + 1_000).toISOString() };
  expect((await owner.patch(`/api/groups/${over.id}`, end)).status).toBe(200);
  testApp.advanceClock(2_000);
  const readers = await openReaders(testApp, room, people);
  return {
    owner,
    readers,
    ids: {
      rooms: [root.id],
      folders: [root.id, inner.id, hidden.id, draft.id],
      files: [file.id, ...files.map(({ id }) => id)],
      groups: [group.id, rival.id, over.id],
      placeholders: [placeholder.id],
      requests: [request.id, request.id - 1],
      publications: [publication.id],
    } satisfies Record<string, number[]>,
  };
}

async function openReaders(
  testApp: TestApp,
  { owner, root, group }: Awaited<ReturnType<typeof openRoom>>,
  [member, ended]: readonly TestClient[],
): Promise<Record<string, TestClient>> {
  const { http } = testApp.server;
  const view = await owner.post(`/api/rooms/${root.id}/view-as`, { groupId: group.id });
  const cookies = [view.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
  const listed = await membersOf(owner, group);
  const visitor = createTestClient(http);
  await visitor.get(`/api/visitor/auth/${listed.find(({ inviteUrl }) => inviteUrl)?.inviteUrl?.slice(-43)}`);
  return {
    ...(member && { member }),
    ...(ended && { ended }),
    visitor,
    'view as': createTestClient(http, [owner.cookie, ...cookies].join('; ')),
    'staff of another room': (await openRoom(testApp)).owner,
  };
}

/** Returns the addresses that fill a path: every thing of the room in place of its id, with the queries that say most. */
function addressesOf(path: string, ids: Readonly<Record<string, readonly number[]>>): string[] {
  const [, , kind = ''] = path.split('/');
  const paths = path.includes('/:')
    ? (ids[kind] ?? [1]).map((id) => path.replace(/:\w+/, `${id}`).replace(/:\w+/g, '1'))
    : [path];
  const [inner = 0, secret = 0] = ids['folders']?.slice(1) ?? [];
  const queries: Record<string, string[]> = {
    '/api/files': ['', '?folderId=null', `?folderId=${inner}`, `?folderId=${secret}`],
    '/api/folders': ['', '?parentId=null&contents=true', `?parentId=${inner}&contents=true`],
    '/api/files/thumbnails': [`?ids=${ids['files']?.join(',')}`],
    '/api/search': ['?query=merger&limit=100', '?query=merger%20of%20otter&limit=100'],
    '/api/search/suggestions': ['?query=otterh'],
    '/api/changes': [
      '?since=2000-01-01T00:00:00Z',
      '?since=visit',
      `?since=2000-01-01T00:00:00Z&folderId=${inner}`,
    ],
    '/api/rooms/:id/permissions': [`?folderId=${inner}`],
    '/api/rooms/:id/index': ['?format=csv', '?format=html', `?format=csv&groupId=${ids['groups']?.[1]}`],
  };
  return paths.flatMap((filled) => (queries[path] ?? ['']).map((query) => filled + query));
}

test('no call tells a member, in any answer, what is hidden from their group', {
  timeout: 300_000,
  tags: ['full'],
}, async ({ testApp }) => {
  const { readers, ids, owner } = await openSecrets(testApp);
  const calls = (await listEndpoints()).filter(({ method }) => method === 'GET');
  const listTelling = async (reader: TestClient): Promise<string[]> => {
    const telling: string[] = [];
    for (const call of calls)
      for (const url of addressesOf(call.path, ids)) {
        const { status, bytes } = await reader.get(url);
        if (status >= 500 || bytes.toString('latin1').toLowerCase().includes(HIDDEN))
          telling.push(`${endpointName(call)} ${status} ${url}`);
      }
    return telling;
  };
  for (const [name, reader] of Object.entries(readers))
    expect([name, await listTelling(reader)]).toEqual([name, []]);
  const toOwner = new Set((await listTelling(owner)).map((line) => line.split(' ')[1]));
  expect([...toOwner].sort()).toEqual(expect.arrayContaining(TOLD_TO_STAFF));

  // A hidden thing is answered as one that never was.
  const secret = {
    ...ids,
    folders: ids.folders.slice(2),
    files: ids.files.slice(1),
    requests: ids.requests.slice(1),
  };
  const differing: string[] = [];
  for (const [name, reader] of Object.entries(readers))
    for (const { path } of calls)
      for (const kind of [
        'folders',
        'files',
        'groups',
        'placeholders',
        'requests',
        'publications',
      ] as const) {
        if (!path.startsWith(`/api/${kind}/:id`)) continue;
        const answerOf = async (url: string) => {
          const { status, body } = await reader.get(url);
          return JSON.stringify([status, status === 200 ? url : body?.error]);
        };
        const unknown = await answerOf(addressesOf(path, { [kind]: [99_999_999] })[0] ?? '');
        for (const url of addressesOf(path, secret))
          if ((await answerOf(url)) !== unknown)
            differing.push(`${name}: ${url} ${await answerOf(url)} ${unknown}`);
      }
  expect(differing).toEqual([]);
});
