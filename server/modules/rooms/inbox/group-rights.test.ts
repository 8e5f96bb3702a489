import { describe, expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, membersOf, openRoom, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

type Room = Awaited<ReturnType<typeof openMemberRoom>>;
type Cell = { level: string | null; mayAdd?: boolean; mayManage?: boolean; groupId?: number };

/** Creates a room with a member who has an account, one who has none, and a member of another group. */
async function openMemberRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, group } = room;
  const { body: rivals } = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' });
  const account = await testApp.user();
  const { db } = testApp.server.services;
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', account.id).execute();
  await addMembers(owner, group, email, 'visitor@example.test');
  await addMembers(owner, rivals, 'rival@example.test');
  const visit = async (of: typeof group, address: string) => {
    const member = (await membersOf(owner, of)).find((member) => member.email === address);
    const client = createTestClient(testApp.server.http);
    await client.get(`/api/visitor/auth/${member?.inviteUrl?.slice(-43)}`);
    return client;
  };
  return {
    ...room,
    rivals,
    account,
    visitor: await visit(group, 'visitor@example.test'),
    rival: await visit(rivals, 'rival@example.test'),
  };
}

async function setCell(
  { owner, root, group }: Pick<Room, 'owner' | 'root' | 'group'>,
  folder: { id: number; parentId: number | null },
  cell: Cell,
) {
  const { version } = await rowOf(owner, root.id, folder.parentId ?? 0, folder.id);
  const whole = { kind: 'folder', id: folder.id, groupId: group.id, version, ...cell };
  return owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [whole] });
}

const upload = (client: TestClient, folderId: number, name = 'offer.txt', more: object = {}) =>
  client.form('/api/files', [
    ...Object.entries({ folderId, allowDownload: true, ...more }).map(([key, value]) => ({
      name: key,
      value: String(value),
    })),
    { name: 'file', value: `The otter offer in ${name}.`, filename: name },
  ]);

const names = async (client: TestClient, folderId?: number) =>
  (await client.get(folderId === undefined ? '/api/files' : `/api/files?folderId=${folderId}`)).body
    .map(({ name }: { name: string }) => name)
    .sort();

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
    expect((await accept(owner, [first.id], inner.id)).status).toBe(200);
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

describe('managed folders', () => {
  test('members with an account change what is in them, and nothing else', async ({ testApp }) => {
    const room = await openMemberRoom(testApp);
    const { owner, root, inner, deep, file, group, account, visitor } = room;
    const other = await owner.folder('Other', root.id);
    const hidden = await owner.folder('Hidden', inner.id);
    const kept = await owner.file({ name: 'kept.txt', folderId: hidden.id });
    const outside = await owner.file({ name: 'outside.txt', folderId: other.id });
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    await setCell(room, inner, { level: 'original', mayManage: true });
    await setCell(room, other, { level: 'original', mayAdd: true });
    await setCell(room, hidden, { level: 'none' });
    // A new level is published at once; what was a draft was published before.
    const isManaged = { level: 'original', mayAdd: true, mayManage: true };
    expect((await account.get(`/api/folders/${inner.id}`)).body.groupAccess).toEqual(isManaged);
    expect((await account.get(`/api/folders/${deep.id}`)).body.groupAccess).toEqual({
      ...isManaged,
      mayManageItself: true,
    });
    const changes = (of: { folder: number; file: number; target: number }) =>
      [
        ['PATCH', `/api/folders/${of.folder}`, { name: 'Renamed' }],
        ['PATCH', `/api/folders/${of.folder}`, { parentId: of.target }],
        ['DELETE', `/api/folders/${of.folder}`],
        ['PATCH', `/api/files/${of.file}`, { name: 'renamed.txt' }],
        ['PATCH', `/api/files/${of.file}/move`, { folderId: of.target }],
        ['POST', '/api/files/bulk/move', { fileIds: [of.file], folderId: of.target }],
        ['DELETE', `/api/files/${of.file}`],
        ['DELETE', '/api/files/bulk', { fileIds: [of.file] }],
      ] as const;
    const send = async (client: TestClient, [method, url, body]: ReturnType<typeof changes>[number]) =>
      (
        await client.send({
          method,
          url,
          ...(body && {
            payload: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
        })
      ).status;
    const statuses = async (client: TestClient, of: Parameters<typeof changes>[0]) => {
      const found: number[] = [];
      for (const change of changes(of)) found.push(await send(client, change));
      return found;
    };
    // The managed folder itself, a folder with only the right to add, and all of it without an account.
    expect(await statuses(account, { folder: inner.id, file: outside.id, target: inner.id })).toEqual(
      Array(8).fill(403),
    );
    expect(await statuses(account, { folder: hidden.id, file: kept.id, target: inner.id })).toEqual(
      Array(8).fill(404),
    );
    expect(await statuses(visitor, { folder: deep.id, file: file.id, target: deep.id })).toEqual(
      Array(8).fill(403),
    );
    // Out of what they manage: to the right to add alone, to the root of the room, and home.
    for (const folderId of [other.id, root.id, null])
      expect([403, 404]).toContain(
        await send(account, ['PATCH', `/api/files/${file.id}/move`, { folderId }] as never),
      );
    const draft = { folderId: deep.id, draft: true };
    expect(await send(account, ['PATCH', `/api/files/${file.id}/move`, draft] as never)).toBe(403);
    const order = { kind: 'file', id: file.id, before: { kind: 'folder', id: deep.id } };
    const ordered = await account.patch(`/api/folders/${inner.id}/order`, order);
    expect([ordered.status, (await visitor.patch(`/api/folders/${inner.id}/order`, order)).status]).toEqual([
      200, 403,
    ]);
    const version = await account.form(`/api/files/${file.id}/versions`, [
      { name: 'file', value: 'Second', filename: 'note.txt' },
    ]);
    expect(version.status).toBe(201);
    expect((await account.get(`/api/files/${file.id}/versions`)).body).toHaveLength(1);
    expect((await account.patch(`/api/files/${file.id}`, { name: 'renamed.txt' })).status).toBe(200);
    expect((await account.patch(`/api/files/${file.id}/move`, { folderId: deep.id })).status).toBe(200);
    expect((await account.patch(`/api/folders/${deep.id}`, { name: 'Wages' })).status).toBe(200);
    // A folder with something that they do not see stays where it is.
    const secret = await owner.file({ name: 'secret.txt', folderId: deep.id });
    expect((await account.delete(`/api/folders/${deep.id}`)).status).toBe(403);
    await owner.delete(`/api/files/${secret.id}`);
    expect((await account.delete(`/api/folders/${deep.id}`)).status).toBe(200);
    expect((await account.get('/api/trash')).body).toEqual([]);
    expect((await owner.get('/api/trash')).body.map(({ name }: { name: string }) => name)).toContain('Wages');
    const { db } = testApp.server.services;
    const events = await db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_kind', '=', 'user')
      .where('actor_id', '=', account.id)
      .where('action', 'like', 'f%')
      .orderBy('position')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'file.add-version',
      'file.rename',
      'file.move',
      'folder.rename',
      'folder.delete',
    ]);
    // The right ends at the next request.
    await setCell(room, inner, { level: 'original', mayManage: false, mayAdd: false });
    expect((await account.get(`/api/folders/${inner.id}`)).body.groupAccess).toEqual({ level: 'original' });
    expect(group.id).toBeGreaterThan(0);
  });

  test('rights are given to folders with a level, at once, and are copied with it', async ({ testApp }) => {
    const room = await openMemberRoom(testApp);
    const { owner, root, inner, deep, file, group, rivals } = room;
    const url = `/api/rooms/${root.id}/permissions`;
    const cellOf = async (groupId: number, folder = inner) =>
      (await rowOf(owner, root.id, folder.parentId ?? 0, folder.id)).cells.find(
        (cell) => cell.groupId === groupId,
      );
    for (const [cell, status] of [
      [{ level: 'none', mayManage: true }, 400],
      [{ level: null, mayAdd: true }, 400],
      [{ level: 'view', mayManage: true }, 200],
    ] as const)
      expect((await setCell(room, inner, cell)).status).toBe(status);
    const ofFile = await rowOf(owner, root.id, inner.id, file.id);
    const cell = { kind: 'file', id: file.id, groupId: group.id, level: 'view', mayAdd: true };
    expect((await owner.patch(url, { cells: [{ ...cell, version: ofFile.version }] })).status).toBe(400);
    const { version } = await rowOf(owner, root.id, root.id, inner.id);
    const drafted = { ...cell, kind: 'folder', id: inner.id, version };
    expect((await owner.patch(url, { cells: [drafted], draft: true })).status).toBe(400);
    const managed = { groupId: group.id, level: 'view', mayAdd: true, mayManage: true };
    expect(await cellOf(group.id)).toEqual({ ...managed, inherited: false });
    expect(await cellOf(group.id, deep)).toEqual({ ...managed, inherited: true });
    const why = await owner.get(`${url}/why?kind=folder&id=${deep.id}&groupId=${group.id}`);
    expect(why.body).toMatchObject({ level: 'view', mayAdd: true, mayManage: true, grant: { id: inner.id } });
    const copied = await owner.post(`${url}/copy`, { fromGroupId: group.id, toGroupId: rivals.id });
    expect(await cellOf(rivals.id)).toMatchObject({ level: 'view', mayManage: true });
    expect((await owner.patch(url, { cells: copied.body.undo })).status).toBe(200);
    expect(await cellOf(rivals.id)).toEqual({
      groupId: rivals.id,
      level: 'none',
      mayAdd: false,
      mayManage: false,
      inherited: true,
    });
    // A level alone keeps the rights, a hidden folder is not managed, and inheriting removes them.
    await setCell(room, inner, { level: 'download' });
    expect(await cellOf(group.id)).toMatchObject({ level: 'download', mayManage: true });
    await setCell(room, inner, { level: 'none' });
    expect(await cellOf(group.id)).toMatchObject({ level: 'none', mayAdd: true, mayManage: false });
    expect(await cellOf(group.id, deep)).toMatchObject({ level: 'none', mayAdd: false, mayManage: false });
    await setCell(room, inner, { level: null });
    await setCell(room, inner, { level: 'view' });
    expect(await cellOf(group.id)).toMatchObject({ mayAdd: false, mayManage: false });
  });
});
