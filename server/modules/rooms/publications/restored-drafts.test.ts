import { describe, expect } from 'vitest';
import { openRoom, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { HOUR, openStrict } from '../testing/strict-room.ts';

const MINUTE = 60_000;

/** Adds what a restore needs to a room with approval: a file that its group sees, and requests about it. */
async function openWithFile(testApp: TestApp) {
  const room = await openStrict(testApp);
  const { owner, second, member, file, inner, deep, root, group, url } = room;
  const reads = async (id = file.id) => (await member.get(`/api/files/${id}`)).status === 200;
  const remove = async (path: string) => expect((await owner.delete(`/api/${path}`)).status).toBe(200);
  const restore = async (path: string) => {
    const { status, body } = await owner.post(`/api/trash/${path}/restore`);
    expect(status).toBe(200);
    return body;
  };
  const draftLevel = async (folder: typeof inner, level: string) => {
    const { version } = await rowOf(owner, root.id, folder.parentId ?? 0, folder.id);
    const cell = { kind: 'folder', id: folder.id, groupId: group.id, level, version };
    expect((await owner.patch(`${url}/permissions`, { cells: [cell], draft: true })).status).toBe(200);
  };
  const publish = async () => {
    const publication = await room.request();
    expect((await room.decide(second, publication)).status).toBe(200);
  };
  return { ...room, deep, reads, remove, restore, draftLevel, publish };
}

describe('a restore from the trash', () => {
  test('gives a group nothing that the second manager has not seen', async ({ testApp }) => {
    const { owner, file, deep, reads, remove, restore, draftLevel, publish, url, root, inner, group } =
      await openWithFile(testApp);
    await publish();
    expect(await reads()).toBe(true);
    const { version } = await rowOf(owner, root.id, root.id, inner.id);
    const none = { kind: 'folder', id: inner.id, groupId: group.id, level: 'none', version };
    await owner.patch(`${url}/permissions`, { cells: [none] });
    await remove(`files/${file.id}`);
    await draftLevel(inner, 'view');
    await publish();
    expect((await restore(`files/${file.id}`)).publishedAt).toBeNull();
    expect(await reads()).toBe(false);
    expect((await owner.get(`${url}/drafts`)).body).toMatchObject({ files: 1, folders: 0 });
    await publish();
    expect(await reads()).toBe(true);
    expect(deep.parentId).toBe(inner.id);
  });

  test('makes a folder, and all that was deleted with it, drafts', async ({ testApp }) => {
    const { owner, file, inner, reads, remove, restore, publish, url } = await openWithFile(testApp);
    await publish();
    await remove(`folders/${inner.id}`);
    testApp.advanceClock(2 * MINUTE);
    expect((await restore(`folders/${inner.id}`)).publishedAt).toBeNull();
    expect(await reads()).toBe(false);
    // The folder itself, the one in it, and both files.
    expect((await owner.get(`${url}/drafts`)).body).toMatchObject({ files: 2, folders: 2 });
    await publish();
    expect(await reads()).toBe(true);
    expect((await owner.get(`/api/files/${file.id}`)).body.folderId).toBe(inner.id);
  });

  test('of several files says how many became drafts', async ({ testApp }) => {
    const { owner, file, draft, remove, reads } = await openWithFile(testApp);
    for (const { id } of [file, draft]) await remove(`files/${id}`);
    testApp.advanceClock(2 * MINUTE);
    const { status, body } = await owner.post('/api/trash/files/restore', { fileIds: [file.id, draft.id] });
    expect([status, body]).toEqual([200, { success: true, drafts: 2 }]);
    expect(await reads()).toBe(false);
  });

  test('within a minute leaves published what groups saw, unless something was published meanwhile', async ({
    testApp,
  }) => {
    const { owner, file, inner, reads, remove, restore, publish, draftLevel } = await openWithFile(testApp);
    await publish();
    testApp.advanceClock(1_000);
    await remove(`files/${file.id}`);
    testApp.advanceClock(MINUTE / 2);
    expect((await restore(`files/${file.id}`)).publishedAt).not.toBeNull();
    expect(await reads()).toBe(true);
    await remove(`folders/${inner.id}`);
    await restore(`folders/${inner.id}`);
    expect(await reads()).toBe(true);
    await remove(`files/${file.id}`);
    expect((await owner.post('/api/trash/files/restore', { fileIds: [file.id] })).body).toEqual({
      success: true,
      drafts: 0,
    });
    expect(await reads()).toBe(true);
    await remove(`files/${file.id}`);
    await draftLevel(inner, 'original');
    await publish();
    await restore(`files/${file.id}`);
    expect(await reads()).toBe(false);
  });

  test('leaves a draft in the publication that waits for it', async ({ testApp }) => {
    const { draft, sees, remove, restore, request, decide, second } = await openWithFile(testApp);
    const publication = await request();
    await remove(`files/${draft.id}`);
    testApp.advanceClock(HOUR);
    await restore(`files/${draft.id}`);
    expect((await decide(second, publication)).status).toBe(200);
    expect(await sees()).toBe(true);
  });

  test('leaves published what was, where no second manager approves', async ({ testApp }) => {
    const { owner, file } = await openRoom(testApp);
    await owner.delete(`/api/files/${file.id}`);
    testApp.advanceClock(HOUR);
    const { body } = await owner.post(`/api/trash/files/${file.id}/restore`);
    expect(body).not.toHaveProperty('publishedAt');
  });

  test('makes what was published without it a draft that can be published', async ({ testApp }) => {
    const { owner, root, inner, deep, file } = await openRoom(testApp);
    const url = `/api/rooms/${root.id}`;
    const draft = await owner.file({ folderId: inner.id });
    await owner.patch(`/api/files/${file.id}/move`, { folderId: deep.id, draft: true });
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    expect((await owner.post(`${url}/publications`, { at })).status).toBe(201);
    await owner.delete(`/api/files/${draft.id}`);
    testApp.advanceClock(HOUR + 1_000);
    expect((await owner.get(`/api/files/${file.id}`)).body.folderId).toBe(deep.id);
    await owner.post(`/api/trash/files/${draft.id}/restore`);
    expect((await owner.get(`${url}/drafts`)).body.files).toBe(1);
  });
});
