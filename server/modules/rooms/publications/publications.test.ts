import { describe, expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const HOUR = 3_600_000;

/** Creates a room with a member and a plain visitor, who see its folder, and a draft folder with a file. */
async function openDrafts(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [root.id], mayDownload: true });
  const folder = await owner.folder('Draft', inner.id);
  const file = await owner.file({ name: 'draft.txt', content: 'Zebra clause.', folderId: folder.id });
  const single = await owner.file({ name: 'single.txt', content: 'Zebra too.', folderId: inner.id });
  await testApp.finishJobs();
  return { ...room, member, visitor, folder, file, single, url: `/api/rooms/${root.id}` };
}

type Drafts = Awaited<ReturnType<typeof openDrafts>>;

/** Names the drafts if the contents of their folder are counted with them: it has another folder and another file. */
async function countedIn(client: TestClient, { id }: Drafts['inner']): Promise<string[]> {
  const list = (await client.get('/api/folders?contents=true')).body;
  const { contents } = list.find((folder: { id: number }) => folder.id === id);
  return [...(contents.folders > 1 ? ['Draft'] : []), ...(contents.files > 1 ? ['single.txt'] : [])];
}

/** Asks every path for the drafts. */
async function seenBy(client: TestClient, { inner, folder, file, single }: Drafts): Promise<string[]> {
  const statuses: [string, number][] = [];
  for (const path of [
    `folders/${folder.id}`,
    `files/${file.id}`,
    `files/${single.id}`,
    `files/${file.id}/download`,
  ])
    statuses.push([path, (await client.get(`/api/${path}`)).status]);
  const names = async (path: string) =>
    (await client.get(path)).body.map(({ name }: { name: string }) => name);
  const listed = [
    ...(await names('/api/files')),
    ...(await countedIn(client, inner)),
    ...(await names(`/api/files?folderId=${inner.id}`)),
    ...(await names('/api/folders')),
    ...(await names('/api/folder-tree')),
    ...(await names(`/api/folders?parentId=${inner.id}`)),
    ...(await client.get('/api/search/suggestions?query=zebra')).body.names.map(
      ({ name }: { name: string }) => name,
    ),
    ...(await client.get('/api/search?query=zebra')).body.citations.map(
      ({ fileName }: { fileName: string }) => fileName,
    ),
  ].filter((name) => ['Draft', 'draft.txt', 'single.txt'].includes(name));
  return [...statuses.flatMap(([path, status]) => (status === 200 ? [path] : [])), ...listed];
}

describe('drafts', () => {
  test('uploads and folders are drafts in a room with groups, and only staff see them', async ({
    testApp,
  }) => {
    const room = await openDrafts(testApp);
    const { owner, root, member, visitor, folder, file, url } = room;
    expect([folder.publishedAt, file.publishedAt]).toEqual([null, null]);
    for (const client of [member, visitor]) expect(await seenBy(client, room)).toEqual([]);
    const editor = await testApp.user();
    await testApp.share(root.id, editor);
    expect((await seenBy(editor, room)).length).toBeGreaterThan(10);
    const audience = (await owner.get(`/api/files/${file.id}/audience`)).body;
    expect(new Set(audience.map(({ via }: { via: string }) => via))).toEqual(new Set(['staff']));
    const drafts = (await editor.get(`${url}/drafts`)).body;
    expect(drafts).toMatchObject({
      folders: 1,
      files: 2,
      groups: [{ name: 'Bidder A', gains: 2, loses: 0, changes: 0 }],
    });
    expect(drafts.entries.map(({ name }: { name: string }) => name)).toEqual([
      'Draft',
      'draft.txt',
      'single.txt',
    ]);
    expect((await editor.post(`${url}/publications`, {})).status).toBe(403);
    const { body, status } = await owner.post(`${url}/publications`, { version: drafts.version });
    expect([status, body.isDue, body.files, body.folders]).toEqual([201, true, 2, 1]);
    for (const client of [member, visitor]) expect((await seenBy(client, room)).length).toBeGreaterThan(10);
    expect((await member.get(`/api/files/${file.id}`)).body.publishedAt).toBeUndefined();
    expect((await owner.post(`${url}/publications`, {})).status).toBe(409);
    expect((await owner.delete(`/api/publications/${body.id}`)).status).toBe(409);
  });

  test('a scheduled publication opens at its instant, and can be canceled before', async ({ testApp }) => {
    const room = await openDrafts(testApp);
    const { owner, member, visitor, file, url } = room;
    const { now } = testApp.server.services;
    const at = now() + HOUR;
    const schedule = (time: number) =>
      owner.post(`${url}/publications`, { at: new Date(time).toISOString() });
    const past = await schedule(now());
    expect([past.status, past.body.error]).toEqual([400, 'The publication time is in the past.']);
    const { body } = await schedule(at);
    expect((await owner.get(`/api/files/${file.id}`)).body.publishedAt).toBe(new Date(at).toISOString());
    expect((await owner.get(`${url}/publications`)).body).toMatchObject([{ id: body.id, isDue: false }]);
    expect((await owner.delete(`/api/publications/${body.id}`)).status).toBe(200);
    expect((await owner.get(`${url}/publications`)).body).toEqual([]);
    expect((await owner.get(`/api/files/${file.id}`)).body.publishedAt).toBeNull();
    expect((await schedule(at)).status).toBe(201);
    testApp.advanceClock(HOUR - 1_000);
    for (const client of [member, visitor]) expect(await seenBy(client, room)).toEqual([]);
    testApp.advanceClock(2_000);
    for (const client of [member, visitor]) expect((await seenBy(client, room)).length).toBeGreaterThan(10);
  });

  test('what was added after the difference was shown is not published with it', async ({ testApp }) => {
    const { owner, inner, url } = await openDrafts(testApp);
    const { version } = (await owner.get(`${url}/drafts`)).body;
    await owner.file({ name: 'late.txt', folderId: inner.id });
    const refused = await owner.post(`${url}/publications`, { version });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The drafts have changed. Check them and publish again.',
    ]);
    expect((await owner.get(`${url}/drafts`)).body.files).toBe(3);
  });

  test('a link to a draft leads nowhere until it is published', async ({ testApp }) => {
    const { owner, folder, single, url } = await openDrafts(testApp);
    const visit = async (target: object) => {
      const { body } = await owner.post('/api/links', { name: 'Link', targets: [target] });
      return `/api/link-access/${body.url.split('/').at(-1)}`;
    };
    const links = [
      await visit({ kind: 'folder', id: folder.id }),
      await visit({ kind: 'file', id: single.id }),
    ];
    const states = async () => {
      const found = [];
      for (const link of links) found.push((await createTestClient(testApp.server.http).get(link)).body);
      return found;
    };
    const before = await states();
    await owner.post(`${url}/publications`, {});
    expect(await states()).not.toEqual(before);
  });

  test('without groups, with the setting off and outside rooms nothing is a draft', async ({ testApp }) => {
    const { owner, root, inner, folder, file, single, url } = await openDrafts(testApp);
    const off = { settings: { draftUploads: false } };
    expect((await owner.patch(url, off)).body).toMatchObject({ name: 'Deal', staffRole: 'manager', ...off });
    expect((await owner.file({ folderId: inner.id })).publishedAt).toBeUndefined();
    await owner.patch(url, { settings: { draftUploads: true } });
    const outside = await owner.folder('Outside');
    expect((await owner.file({ folderId: outside.id })).publishedAt).toBeUndefined();
    await owner.patch(`/api/folders/${folder.id}`, { parentId: root.id });
    expect((await owner.get(`/api/files/${file.id}`)).body.publishedAt).toBeNull();
    // A room that is moved to another folder and back keeps its drafts.
    for (const parentId of [outside.id, null]) await owner.patch(`/api/folders/${root.id}`, { parentId });
    expect((await owner.get(`/api/files/${file.id}`)).body.publishedAt).toBeNull();
    await owner.patch(`/api/folders/${folder.id}`, { parentId: outside.id });
    expect((await owner.get(`/api/files/${file.id}`)).body.publishedAt).toBeUndefined();
    await owner.delete(`/api/files/${single.id}`);
    await owner.post(`/api/trash/files/${single.id}/restore`);
    expect((await owner.get(`/api/files/${single.id}`)).body.publishedAt).toBeNull();
    await owner.delete(`/api/files/${single.id}`);
    await owner.delete(`/api/folders/${inner.id}`);
    const restored = await owner.post(`/api/trash/files/${single.id}/restore`);
    expect([restored.status, restored.body.publishedAt]).toEqual([200, undefined]);
    await owner.post(`/api/trash/folders/${inner.id}/restore`);
    const [{ id }] = (await owner.get(`${url}/groups`)).body;
    await owner.delete(`/api/groups/${id}`);
    expect((await owner.file({ folderId: inner.id })).publishedAt).toBeUndefined();
    expect((await owner.get(`${url}/drafts`)).body).toMatchObject({ groups: [] });
  });

  test('are listed with the folders that they are in', async ({ testApp }) => {
    const { owner, root, inner, folder, file, single, url } = await openDrafts(testApp);
    const top = await owner.file({ name: 'top.txt', folderId: root.id });
    const { entries } = (await owner.get(`${url}/drafts`)).body;
    const places = entries.map(({ id, folderNames }: { id: number; folderNames: string[] }) => [
      id,
      folderNames,
    ]);
    expect(places).toEqual([
      [folder.id, [inner.name]],
      [file.id, [inner.name, 'Draft']],
      [single.id, [inner.name]],
      [top.id, []],
    ]);
  });
});
