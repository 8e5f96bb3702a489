import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const MANAGED_BY = "Only the file's owner, the managers of its room or an administrator can";

/** Creates a room with a manager and two editors beside its owner, and a file of one editor in a folder of theirs. */
async function openStaffed(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root } = room;
  const people = [await testApp.user(), await testApp.user(), await testApp.user()] as const;
  const roles = ['manager', 'editor', 'editor'];
  for (const [at, { id }] of people.entries())
    await putJson(owner, `/api/rooms/${root.id}/staff/${id}`, { role: roles[at] });
  const [manager, editor, colleague] = people;
  const folder = await editor.folder('Letters', root.id);
  const file = await editor.file({ folderId: folder.id, name: 'letter.txt' });
  return { ...room, manager, editor, colleague, folder, file };
}

/** Renames, moves and deletes a file, and returns the statuses. */
async function change(client: TestClient, fileId: number, folderId: number) {
  const bulk = { fileIds: [fileId] };
  return [
    (await client.patch(`/api/files/${fileId}`, { name: 'new.txt' })).status,
    (await client.patch(`/api/files/${fileId}/move`, { folderId, draft: true })).status,
    (await client.patch(`/api/files/${fileId}/move`, { folderId })).status,
    (await client.post('/api/files/bulk/move', { ...bulk, folderId })).status,
    (await client.delete(`/api/files/${fileId}`)).status,
  ];
}

describe('files of others in a room', () => {
  test('managers rename, move and delete them, and get them back from the trash', async ({ testApp }) => {
    const { owner, manager, editor, colleague, file, inner } = await openStaffed(testApp);
    expect(await change(colleague, file.id, inner.id)).toEqual(Array(5).fill(403));
    expect((await colleague.patch(`/api/files/${file.id}`, { name: 'a.txt' })).body.error).toBe(
      `${MANAGED_BY} rename it.`,
    );
    for (const client of [manager, owner]) {
      expect(await change(client, file.id, inner.id)).toEqual(Array(5).fill(200));
      expect((await client.get('/api/trash')).body).toMatchObject([{ kind: 'file', id: file.id }]);
      expect((await colleague.get('/api/trash')).body).toEqual([]);
      expect((await colleague.post(`/api/trash/files/${file.id}/restore`)).status).toBe(404);
      expect((await client.post(`/api/trash/files/${file.id}/restore`)).status).toBe(200);
    }
    expect((await editor.get(`/api/files/${file.id}`)).body).toMatchObject({ ownerId: editor.id });
    // What is emptied is the manager's own.
    await manager.delete(`/api/files/${file.id}`);
    expect((await manager.delete('/api/trash')).body).toEqual({ purged: 0, kept: 0 });
  });

  test('files of others in a room are shown with the right to those who have it', async ({ testApp }) => {
    const { manager, editor, file, folder } = await openStaffed(testApp);
    const of = async (client: TestClient) => [
      (await client.get(`/api/files/${file.id}`)).body.managesRoom,
      (await client.get(`/api/files?folderId=${folder.id}`)).body[0].managesRoom,
      (await client.get('/api/files')).body.find(({ id }: { id: number }) => id === file.id).managesRoom,
    ];
    expect([await of(manager), await of(editor)]).toEqual([
      [true, true, true],
      [undefined, undefined, undefined],
    ]);
  });

  test('files of others in a room can be replaced by all of the staff, as lists of all folders say too', async ({
    testApp,
  }) => {
    const { colleague, file } = await openStaffed(testApp);
    const outside = await testApp.user();
    const top = await outside.folder('Top');
    await testApp.share(top.id, colleague);
    const foreign = await outside.file({ folderId: top.id });
    const { body } = await colleague.get('/api/files');
    const inRoom = new Map<number, unknown>(
      body.map(({ id, isInRoom }: { id: number; isInRoom?: true }) => [id, isInRoom]),
    );
    expect([inRoom.get(file.id), inRoom.get(foreign.id)]).toEqual([true, undefined]);
  });

  test('files of others in a room cannot be taken out of the room by managers, nor changed while it is closed', async ({
    testApp,
  }) => {
    const { owner, root, manager, file } = await openStaffed(testApp);
    const own = await manager.folder('Mine');
    for (const folderId of [own.id, null]) {
      const answers = [
        await manager.patch(`/api/files/${file.id}/move`, { folderId }),
        await manager.post('/api/files/bulk/move', { fileIds: [file.id], folderId }),
      ];
      for (const { status, body } of answers)
        expect([status, body.error]).toEqual([
          403,
          "Only the owner of the room's folder or an administrator can move this out of the room.",
        ]);
    }
    const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
    expect((await owner.post(`/api/rooms/${root.id}/state`, { state: 'closed', version })).status).toBe(200);
    expect((await manager.patch(`/api/files/${file.id}`, { name: 'new.txt' })).status).toBe(409);
    expect((await manager.delete(`/api/files/${file.id}`)).status).toBe(409);
  });

  test('files of others in a room stay with their owners outside rooms', async ({ testApp }) => {
    const owner = await testApp.user();
    const top = await owner.folder('Top');
    const collaborator = await testApp.user();
    await testApp.share(top.id, collaborator);
    const file = await collaborator.file({ folderId: top.id });
    expect((await owner.patch(`/api/files/${file.id}`, { name: 'new.txt' })).status).toBe(403);
    expect((await owner.delete(`/api/files/${file.id}`)).status).toBe(403);
    await collaborator.delete(`/api/files/${file.id}`);
    expect((await owner.get('/api/trash')).body).toEqual([]);
  });
});
