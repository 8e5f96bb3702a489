import { expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { Folder } from '#shared/contracts/folders.ts';

const ABOVE = ['Deal', 'Finance'];

test('a member learns the bare names of the hidden folders above what they see, and nobody else does', async ({
  testApp,
}) => {
  const { owner, root, inner, deep, file, group } = await openRoom(testApp);
  const sibling = await owner.folder('Sibling', inner.id);
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  await grant(owner, root.id, { folder: deep, group, level: 'view' });
  const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${inner.id}`)).body;
  const { version } = rows.find(
    (row: { kind: string; id: number }) => row.kind === 'file' && row.id === file.id,
  );
  const cell = { kind: 'file', id: file.id, groupId: group.id, level: 'view', version };
  expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [cell] })).status).toBe(200);
  const member = await testApp.user();
  await addMembers(owner, group, member.email);

  const topmost = (await member.get('/api/folders?parentId=null&contents=true')).body;
  expect(topmost.map(({ id, parentId, ancestorNames }: Folder) => ({ id, parentId, ancestorNames }))).toEqual(
    [{ id: deep.id, parentId: null, ancestorNames: ABOVE }],
  );
  const listed = async (client: TestClient, url: string, id: number): Promise<unknown> =>
    (await client.get(url)).body.find((entry: { id: number }) => entry.id === id)?.ancestorNames;
  const namesFor = async (client: TestClient): Promise<unknown> => [
    (await client.get(`/api/folders/${deep.id}`)).body.ancestorNames,
    (await client.get(`/api/files/${file.id}`)).body.ancestorNames,
    await listed(client, '/api/folder-tree', deep.id),
    await listed(client, '/api/files', file.id),
    (await client.get('/api/start?home=true')).body.home.files.find(
      ({ id }: { id: number }) => id === file.id,
    )?.ancestorNames,
  ];
  const five = (names: unknown) => Array.from({ length: 5 }, () => names);
  expect(await namesFor(member)).toEqual(five(ABOVE));
  const [loose, ...others] = (await member.get('/api/files?folderId=null')).body;
  expect([loose.id, loose.folderId, loose.ancestorNames, others]).toEqual([file.id, null, ABOVE, []]);
  // A number would count what is hidden beside it.
  expect(loose).not.toHaveProperty('number');
  // The name of the room may be that of a company for sale.
  await owner.patch(`/api/rooms/${root.id}`, { codeName: 'Heron' });
  const coded = ['Heron', 'Finance'];
  expect(await namesFor(member)).toEqual(five(coded));
  await owner.patch(`/api/rooms/${root.id}`, { codeName: '' });
  // The folders themselves stay hidden, and so does what is beside.
  for (const hidden of [root, inner, sibling])
    expect((await member.get(`/api/folders/${hidden.id}`)).status).toBe(404);
  const index = String((await member.get(`/api/rooms/${root.id}/index?format=csv`)).bytes);
  // Bare names, each once, before what is below them.
  expect(index.split(/\r?\n/).slice(1, 4)).toEqual([
    ',Finance,Folder,',
    '1.1,Salaries,Folder,',
    `,${file.name},File,`,
  ]);
  expect(index).not.toContain('Sibling');

  const collaborator = await testApp.user();
  await testApp.share(deep.id, collaborator);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [deep.id] });
  for (const other of [owner, collaborator, visitor]) expect(await namesFor(other)).toEqual(five(undefined));
  const answer = await owner.post(`/api/rooms/${root.id}/view-as`, { groupId: group.id });
  const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
  const viewer = createTestClient(testApp.server.http, [owner.cookie, ...cookies].join('; '));
  expect(await namesFor(viewer)).toEqual(five(ABOVE));
  const ended = { endsAt: new Date(testApp.server.services.now() + 1_000).toISOString() };
  expect((await owner.patch(`/api/groups/${group.id}`, ended)).status).toBe(200);
  testApp.advanceClock(2_000);
  expect((await member.get(`/api/folders/${deep.id}`)).status).toBe(404);
  expect(await namesFor(member)).toEqual(five(undefined));
});

test('the index of a group lists a file below the names of its hidden folders, and of no others', async ({
  testApp,
}) => {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  testApp.advanceClock(1);
  const empty = await owner.folder('Litigation', root.id);
  await owner.file({ name: 'claim.txt', folderId: empty.id });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const rows = (await owner.get(`/api/rooms/${root.id}/permissions?folderId=${inner.id}`)).body;
  const { version } = rows.find(
    (row: { kind: string; id: number }) => row.kind === 'file' && row.id === file.id,
  );
  const cell = { kind: 'file', id: file.id, groupId: group.id, level: 'view', version };
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  const url = `/api/rooms/${root.id}/index?format=csv`;
  // Until the group sees something, its members get the answer for a room that does not exist.
  const [nothing, unknown] = [await member.get(url), await member.get('/api/rooms/999999/index?format=csv')];
  expect([nothing.status, nothing.body]).toEqual([404, unknown.body]);
  expect((await owner.get(`${url}&groupId=${group.id}`)).status).toBe(200);
  expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [cell] })).status).toBe(200);
  for (const settings of [{}, { numbering: 'dense' }]) {
    await owner.patch(`/api/rooms/${root.id}`, { settings });
    const lines = String((await member.get(url)).bytes)
      .trim()
      .split(/\r?\n/);
    expect(lines).toEqual(['Number,Name,Kind,Due', ',Finance,Folder,', `,${file.name},File,`]);
  }
});

test('with a visible folder above, a member gets the names of those that stay hidden above it', async ({
  testApp,
}) => {
  const { owner, root, inner, deep, file, group } = await openRoom(testApp);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  const folderOf = async (id: number) => (await member.get(`/api/folders/${id}`)).body;
  expect([(await folderOf(inner.id)).ancestorNames, (await folderOf(deep.id)).ancestorNames]).toEqual([
    ['Deal'],
    undefined,
  ]);
  expect((await member.get(`/api/files/${file.id}`)).body.ancestorNames).toBeUndefined();
});
