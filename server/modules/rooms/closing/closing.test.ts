import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { addMembers, grant, openRoom, putJson, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { makeArchive } from '../archives/testing/take-archive.ts';
import { HOUR, openStrict } from '../testing/strict-room.ts';

const closingOf = async (client: TestClient, { id }: { id: number }) =>
  (await client.get(`/api/rooms/${id}/closing`)).body;

async function setState(client: TestClient, { id }: { id: number }, state: string) {
  const { version } = (await client.get(`/api/rooms/${id}`)).body;
  expect((await client.post(`/api/rooms/${id}/state`, { state, version })).status).toBe(200);
}

test('the checklist counts what is unfinished and whose access ends, of this room alone', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const empty = await closingOf(owner, root);
  expect(new Set(Object.values(empty.unfinished))).toEqual(new Set([0]));
  expect(empty.ends).toEqual({ members: 0, invitations: 0, links: 0, collaborators: 0 });

  // Another room of the same owner, in which everything is unfinished too, is not counted.
  for (const folder of [inner, (await openOther(owner)).inner]) {
    await owner.file({ folderId: folder.id });
    await owner.post('/api/imports', { folderId: folder.id });
    const link = { name: 'Link', targets: [{ kind: 'folder', id: folder.id }] };
    expect((await owner.post('/api/links', link)).status).toBe(201);
    await createTusClient(owner).open(10, { filename: 'a.txt', folderId: String(folder.id) });
    await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    await testApp.share(folder.id, await testApp.user());
  }
  await owner.post(`/api/rooms/${root.id}/requests`, { text: 'The lease' });
  const answered = (await owner.post(`/api/rooms/${root.id}/requests`, { text: 'The plan' })).body;
  await owner.patch(`/api/requests/${answered.id}`, { state: 'provided' });
  await addMembers(owner, group, (await testApp.user()).email);
  await owner.post('/api/links', { name: 'File', targets: [{ kind: 'file', id: file.id }] });
  const disabled = (await owner.post('/api/links', { name: 'Off', targets: [{ kind: 'file', id: file.id }] }))
    .body;
  await owner.patch(`/api/links/${disabled.id}`, { disabled: true });

  // No background work has begun yet.
  const asked = await owner.post(`/api/rooms/${root.id}/archives`, { scope: 'room', format: 'zip' });
  expect(asked.status).toBe(202);

  const { unfinished, ends } = await closingOf(owner, root);
  expect(unfinished).toMatchObject({ drafts: 1, uploads: 1, imports: 1, requests: 1, archives: 1, scans: 0 });
  expect(ends).toEqual({ members: 1, invitations: 1, links: 2, collaborators: 1 });

  // An archive that is made is unfinished again while it is verified.
  const { db } = testApp.server.services;
  const ofRoom = db.updateTable('room_archives').where('room_id', '=', root.id);
  for (const [verification, archives] of [
    [null, 0],
    ['waiting', 1],
    ['valid', 0],
  ] as const) {
    await ofRoom.set({ state: 'done', verification }).execute();
    expect((await closingOf(owner, root)).unfinished.archives).toBe(archives);
  }
});

test('the checklist counts drafted moves, levels and versions, and requested publications', async ({
  testApp,
}) => {
  const { owner, second, root, inner, deep, file, group, draft, request, decide, later } =
    await openStrict(testApp);
  const counts = async () => {
    const { drafts, changes, publications } = (await closingOf(owner, root)).unfinished;
    return [drafts, changes, publications];
  };
  expect(await counts()).toEqual([1, 0, 0]);
  await owner.patch(`/api/files/${file.id}/move`, { folderId: deep.id, draft: true });
  const { version } = await rowOf(owner, root.id, root.id, inner.id);
  const cell = { kind: 'folder', id: inner.id, groupId: group.id, level: 'original', version };
  await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [cell], draft: true });
  await owner.form(`/api/files/${file.id}/versions`, [
    { name: 'file', value: 'Second', filename: 'note.txt' },
  ]);
  expect(await counts()).toEqual([1, 3, 0]);
  const publication = await request({ at: later() });
  expect(await counts()).toEqual([1, 3, 1]);
  expect((await decide(second, publication)).status).toBe(200);
  expect(await counts()).toEqual([1, 3, 0]);
  testApp.advanceClock(HOUR + 1_000);
  expect((await owner.get(`/api/files/${draft.id}`)).status).toBe(200);
  expect(await counts()).toEqual([0, 0, 0]);
});

async function openOther(owner: Awaited<ReturnType<TestApp['user']>>) {
  const root = await owner.folder('Other');
  const inner = await owner.folder('Inside', root.id);
  await owner.post('/api/rooms', { folderId: root.id });
  return { inner };
}

test('a room may be archived once the archive of all of it, made since closing, is verified', async ({
  testApp,
}) => {
  const { owner, root } = await openRoom(testApp);
  await makeArchive(testApp, owner, root.id);
  testApp.advanceClock(1000);
  expect(await closingOf(owner, root)).toMatchObject({ mayArchive: false, evidence: { archive: null } });
  await setState(owner, root, 'closed');
  expect(await closingOf(owner, root)).toMatchObject({ mayArchive: false, evidence: { archive: null } });
  const { id } = await makeArchive(testApp, owner, root.id);
  expect(await closingOf(owner, root)).toMatchObject({
    mayArchive: false,
    evidence: { archive: { id, state: 'done', verification: null } },
  });
  await owner.post(`/api/archives/${id}/verify`);
  await testApp.finishJobs();
  expect(await closingOf(owner, root)).toMatchObject({
    state: 'closed',
    mayArchive: true,
    evidence: { archive: { id, verification: 'valid' } },
  });
  await setState(owner, root, 'archived');
  expect(await closingOf(owner, root)).toMatchObject({ state: 'archived', mayArchive: false });
});

test('editors, members and others do not read the checklist', async ({ testApp }) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  const [editor, member, other] = [await testApp.user(), await testApp.user(), await testApp.user()];
  await putJson(owner, `/api/rooms/${root.id}/staff/${editor.id}`, { role: 'editor' });
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const statuses = [];
  for (const client of [editor, member, other])
    statuses.push((await client.get(`/api/rooms/${root.id}/closing`)).status);
  expect(statuses).toEqual([403, 404, 404]);
});

test('lists of a closed room say that nothing in it can be changed, to its staff alone', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root, inner, file, deep } = await openRoom(testApp);
  const elsewhere = await owner.folder('Elsewhere');
  const own = await owner.file({ folderId: elsewhere.id });
  const lists = async () => ({
    folders: (await owner.get('/api/folders')).body,
    inside: (await owner.get(`/api/folders?parentId=${inner.id}`)).body,
    files: (await owner.get('/api/files')).body,
    filesInside: (await owner.get(`/api/files?folderId=${inner.id}`)).body,
    one: [
      (await owner.get(`/api/files/${file.id}`)).body,
      (await owner.get(`/api/folders/${inner.id}`)).body,
    ],
  });
  type Listed = { id: number; isReadOnly?: true };
  const readOnly = (list: Listed[]) => list.flatMap(({ id, isReadOnly }) => (isReadOnly ? id : []));
  for (const list of Object.values(await lists())) expect(readOnly(list)).toEqual([]);
  await setState(owner, root, 'closed');
  const { folders, inside, files, filesInside, one } = await lists();
  expect(readOnly(folders).toSorted((a, b) => a - b)).toEqual([root.id, inner.id, deep.id]);
  expect(readOnly(inside)).toEqual([deep.id]);
  expect(readOnly(files)).toEqual([file.id]);
  expect(readOnly(filesInside)).toEqual([file.id]);
  expect(readOnly(one)).toEqual([file.id, inner.id]);
  expect(files.map(({ id }: Listed) => id)).toContain(own.id);
});
