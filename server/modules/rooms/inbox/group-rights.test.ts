import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { test } from '#server/testing/test-app.ts';
import { names, openMemberRoom, setCell, upload } from './testing/member-room.ts';

describe('upload-only folders', () => {
  test('what members send waits for the staff, and nobody else sees it on any path', async ({ testApp }) => {
    const room = await openMemberRoom(testApp);
    const { owner, root, inner, deep, group, rivals, visitor, account, rival } = room;
    await setCell(room, inner, { level: 'none', mayAdd: true });
    const rivalCell = { level: 'original', groupId: rivals.id };
    await setCell(room, inner, rivalCell);
    expect((await visitor.get('/api/upload-folders')).body).toEqual([
      { id: inner.id, name: 'Finance', roomId: root.id },
    ]);
    // The folder and what is below it stay hidden.
    expect((await visitor.get('/api/folders')).body).toEqual([]);
    for (const path of [`/api/folders/${inner.id}`, `/api/files?folderId=${inner.id}`])
      expect((await visitor.get(path)).status).toBe(404);
    for (const [client, folderId, status] of [
      [visitor, inner.id, 201],
      [account, inner.id, 201],
      [visitor, deep.id, 404],
      [account, deep.id, 404],
      [visitor, root.id, 404],
      [rival, inner.id, 403],
      [visitor, 999_999, 404],
    ] as const)
      expect([folderId, (await upload(client, folderId, `offer-${status}.txt`)).status]).toEqual([
        folderId,
        status,
      ]);
    const begin = await account.send({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '0',
        'upload-metadata': `filename ${Buffer.from('empty.txt').toString('base64')},folderId ${Buffer.from(String(inner.id)).toString('base64')}`,
      },
    });
    expect(begin.status).toBe(201);
    await testApp.finishJobs();
    const inbox = (await owner.get(`/api/groups/${group.id}/inbox`)).body;
    expect(
      inbox.map(({ sender, folderId }: { sender: string; folderId: number }) => [sender, folderId]),
    ).toEqual([
      ['visitor@example.test', inner.id],
      [expect.stringContaining('@'), inner.id],
      [expect.stringContaining('@'), inner.id],
    ]);
    // Deleted with its group, what it sent could be neither accepted nor published.
    const kept = await owner.delete(`/api/groups/${group.id}`);
    expect([kept.status, kept.body.error]).toEqual([
      409,
      'The inbox of this group has 3 files. Accept or delete what its members sent first.',
    ]);
    expect((await owner.get(`/api/groups/${rivals.id}/inbox`)).body).toEqual([]);
    // It belongs to the owner of the room, who has the quota.
    const [first] = inbox;
    expect((await owner.get(`/api/files/${first.id}`)).body).toMatchObject({
      ownerId: owner.id,
      publishedAt: null,
    });
    async function expectHidden() {
      for (const client of [visitor, account, rival]) {
        expect(await names(client)).not.toContain('offer-201.txt');
        expect((await client.get(`/api/files/${first.id}`)).status).toBe(404);
        expect((await client.get(`/api/files/${first.id}/download`)).status).toBe(404);
        const found = (await client.get('/api/search?query=otter%20offer')).body;
        expect([found.citations, found.relatedDocuments]).toEqual([[], []]);
        expect((await client.get('/api/search/suggestions?query=offer')).body.names).toEqual([]);
      }
    }
    await expectHidden();
    // A publication of all drafts leaves the inbox as it is.
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    expect((await owner.get(`/api/rooms/${root.id}/drafts`)).body).toMatchObject({ files: 0 });
    await expectHidden();
    const accept = (client: TestClient, fileIds: number[], folderId: number) =>
      client.post(`/api/groups/${group.id}/inbox/accept`, { fileIds, folderId });
    const elsewhere = await owner.folder('Elsewhere');
    expect((await accept(owner, [first.id], elsewhere.id)).status).toBe(404);
    expect((await accept(visitor, [first.id], inner.id)).status).toBe(403);
    expect((await accept(owner, [first.id, room.file.id], inner.id)).status).toBe(409);
    expect((await accept(owner, [first.id, first.id], inner.id)).status).toBe(200);
    expect((await accept(owner, [first.id], inner.id)).status).toBe(409);
    expect((await owner.get(`/api/groups/${group.id}/inbox`)).body).toHaveLength(2);
    // Accepted, it is a draft as what the staff upload.
    await expectHidden();
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    expect((await rival.get(`/api/files/${first.id}`)).status).toBe(200);
    expect((await visitor.get(`/api/files/${first.id}`)).status).toBe(404);
    // The right ends with the level, with the membership, and with the group.
    await setCell(room, inner, { level: null });
    const { db } = testApp.server.services;
    // A right without a level means nothing.
    await db.updateTable('group_folder_rights').set({ may_add: 1 }).execute();
    expect([
      (await upload(visitor, inner.id)).status,
      (await visitor.get('/api/upload-folders')).body,
    ]).toEqual([404, []]);
  });

  test('what staff move out of the folder has left the inbox, and stays private outside of the room', async ({
    testApp,
  }) => {
    const room = await openMemberRoom(testApp);
    const { owner, root, inner, deep, group, account } = room;
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    await setCell(room, deep, { level: 'none', mayAdd: true });
    const ids: number[] = [];
    for (const name of ['bulk.txt', 'root.txt', 'inner.txt', 'earlier.txt', 'in-folder.txt']) {
      expect((await upload(account, deep.id, name)).status).toBe(201);
      ids.push((await owner.get(`/api/groups/${group.id}/inbox`)).body.at(-1).id);
    }
    const [bulk = 0, single = 0, within = 0, earlier = 0] = ids;
    const thoughts = await owner.folder('Private thoughts');
    const editor = await testApp.user();
    await testApp.share(root.id, editor);
    const inbox = async () =>
      (await editor.get(`/api/groups/${group.id}/inbox`)).body.map(({ name }: { name: string }) => name);
    const move = { fileIds: [bulk], folderId: thoughts.id };
    expect((await owner.post('/api/files/bulk/move', move)).status).toBe(200);
    expect((await owner.patch(`/api/files/${single}/move`, { folderId: null })).status).toBe(200);
    expect(await inbox()).toEqual(['inner.txt', 'earlier.txt', 'in-folder.txt']);
    // Within the room a move accepts the file: a draft that the next publication has.
    expect((await owner.patch(`/api/files/${within}/move`, { folderId: inner.id })).status).toBe(200);
    expect(await inbox()).toEqual(['earlier.txt', 'in-folder.txt']);
    expect((await owner.get(`/api/files/${within}`)).body.publishedAt).toBeNull();
    expect((await owner.get(`/api/rooms/${root.id}/drafts`)).body).toMatchObject({ files: 1 });
    // As a version before this one has moved it.
    const { db } = testApp.server.services;
    await db.updateTable('files').set({ folder_id: thoughts.id }).where('id', '=', earlier).execute();
    expect(await inbox()).toEqual(['in-folder.txt']);
    // It waits nowhere once it is back.
    expect((await owner.patch(`/api/files/${bulk}/move`, { folderId: deep.id })).status).toBe(200);
    expect(await inbox()).toEqual(['in-folder.txt']);
    expect((await owner.patch(`/api/folders/${deep.id}`, { parentId: null })).status).toBe(200);
    expect(await inbox()).toEqual([]);
    expect((await owner.patch(`/api/folders/${deep.id}`, { parentId: inner.id })).status).toBe(200);
    expect(await inbox()).toEqual([]);
    expect((await owner.delete(`/api/groups/${group.id}`)).status).toBe(200);
  });

  test('uploads to a folder that the group sees are drafts, or published where uploads are', async ({
    testApp,
  }) => {
    const room = await openMemberRoom(testApp);
    const { owner, root, inner, deep, visitor, account, rival } = room;
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    await setCell(room, inner, { level: 'view', mayAdd: true });
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    expect((await visitor.get(`/api/folders/${inner.id}`)).body.groupAccess).toEqual({
      level: 'view',
      mayAdd: true,
    });
    for (const client of [visitor, account])
      for (const folder of [inner, deep])
        expect((await upload(client, folder.id, 'draft.txt')).status).toBe(201);
    expect(await names(visitor)).toEqual(['note.txt']);
    await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
    expect((await upload(visitor, deep.id, 'open.txt', { placeholderId: 1 })).status).toBe(404);
    expect((await upload(visitor, deep.id, 'open.txt')).status).toBe(201);
    expect(await names(visitor, deep.id)).toEqual(['open.txt']);
    expect((await upload(rival, inner.id)).status).toBe(404);
    // A nearer level without the right ends it below.
    await setCell(room, deep, { level: 'view' });
    expect((await upload(visitor, deep.id)).status).toBe(403);
    await owner.post(`/api/rooms/${root.id}/state`, { state: 'closed', version: 1 });
    expect((await upload(visitor, inner.id)).status).toBe(404);
  });
});
