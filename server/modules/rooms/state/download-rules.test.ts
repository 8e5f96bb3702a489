import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const setRules = (owner: TestClient, { id }: { id: number }, settings: Record<string, boolean>) =>
  owner.patch(`/api/rooms/${id}`, { settings });

/** Opens a room with readers who may download. */
async function openReadRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const [member, editor, helper] = [await testApp.user(), await testApp.user(), await testApp.user()];
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await putJson(owner, `/api/rooms/${root.id}/staff/${editor.id}`, { role: 'editor' });
  await testApp.share(inner.id, helper);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id], mayDownload: true });
  const admin = await testApp.user({ isAdmin: true });
  return { ...room, admin, readers: { owner, editor, member, helper, visitor } };
}

test('without downloads, nobody but administrators gets the bytes of a room on any path', async ({
  testApp,
}) => {
  const room = await openReadRoom(testApp);
  const { owner, root, inner, file, readers, admin } = room;
  const paths = [`/api/files/${file.id}/download`, `/api/files/${file.id}/view`];
  const flags = async (reader: TestClient) => {
    const listed: { id: number; allowDownload: boolean }[] = (
      await reader.get(`/api/files?folderId=${inner.id}`)
    ).body;
    return [
      (await reader.get(`/api/files/${file.id}`)).body.allowDownload,
      listed.find(({ id }) => id === file.id)?.allowDownload,
    ];
  };
  for (const isAllowed of [true, false, true]) {
    await setRules(owner, root, { allowDownloads: isAllowed });
    for (const [name, reader] of Object.entries(readers)) {
      for (const path of paths)
        expect([name, path, (await reader.get(path)).status]).toEqual([name, path, isAllowed ? 200 : 403]);
      const version = await reader.get(`/api/files/${file.id}/versions/1/download`);
      expect([name, version.status]).toEqual([name, isAllowed ? 200 : 403]);
      expect([name, await flags(reader)]).toEqual([name, [isAllowed, isAllowed]]);
      const bulk = await reader.post('/api/files/bulk/archive', { fileIds: [file.id] });
      expect([name, bulk.status]).toEqual([name, isAllowed ? 200 : 403]);
      const archive = await reader.get(`/api/folders/${inner.id}/archive`);
      expect([name, archive.bytes.includes(Buffer.from(file.name))]).toEqual([name, isAllowed]);
      // It is still there to be read.
      expect([name, (await reader.get(`/api/files/${file.id}`)).status]).toEqual([name, 200]);
    }
    expect((await admin.get(paths[0] ?? '')).status).toBe(200);
  }
});

test('copies from a room without downloads cannot be downloaded elsewhere', async ({ testApp }) => {
  const { owner, root, file } = await openRoom(testApp);
  const target = await owner.folder('Other');
  await owner.post('/api/rooms', { folderId: target.id });
  await setRules(owner, root, { allowDownloads: false });
  const entries = [{ kind: 'file', id: file.id }];
  expect((await owner.post(`/api/rooms/${root.id}/copies`, { entries, folderId: target.id })).status).toBe(
    202,
  );
  await testApp.finishJobs();
  const [copy] = (await owner.get(`/api/files?folderId=${target.id}`)).body;
  expect(copy.allowDownload).toBe(false);
  expect((await owner.get(`/api/files/${copy.id}/download`)).status).toBe(403);
});

test('a watermark on every page of a room is for everybody but administrators', async ({ testApp }) => {
  const { owner, root, file, readers, admin } = await openReadRoom(testApp);
  const isMarked = async (reader: TestClient) =>
    (await reader.get(`/api/files/${file.id}/pages`)).body.isWatermarked;
  expect(await isMarked(owner)).toBe(false);
  await setRules(owner, root, { watermarkPages: true });
  for (const [name, reader] of Object.entries(readers))
    expect([name, await isMarked(reader)]).toEqual([name, true]);
  expect(await isMarked(admin)).toBe(false);
  await setRules(owner, root, { watermarkPages: false });
  expect(await isMarked(owner)).toBe(false);
});
