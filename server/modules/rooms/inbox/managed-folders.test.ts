import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { rowOf } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { openMemberRoom, setCell } from './testing/member-room.ts';

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

  test.for([
    { numbering: 'complete' as const, number: '1.6' },
    { numbering: 'dense' as const, number: '1.3' },
  ])(
    'members learn of nothing hidden by ordering entries: $numbering numbers',
    async ({ numbering, number }, { testApp }) => {
      const room = await openMemberRoom(testApp);
      const { owner, root, inner, deep, file, group, account } = room;
      await owner.patch(`/api/rooms/${root.id}`, { settings: { numbering } });
      const hiddenFile = await owner.file({ name: 'secret.txt', folderId: inner.id });
      const hiddenFolder = await owner.folder('Secret', inner.id);
      const last = await owner.file({ name: 'last.txt', folderId: inner.id });
      await owner.post(`/api/rooms/${root.id}/publications`, {});
      await setCell(room, inner, { level: 'original', mayManage: true });
      await setCell(room, hiddenFolder, { level: 'none' });
      const { version } = await rowOf(owner, root.id, inner.id, hiddenFile.id);
      const none = { kind: 'file', id: hiddenFile.id, groupId: group.id, version, level: 'none' };
      expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells: [none] })).status).toBe(200);
      const draft = await owner.file({ name: 'draft.txt', folderId: inner.id });
      const entriesOf = async (client: TestClient): Promise<{ id: number; name: string; number: string }[]> =>
        (await client.get(`/api/folders/${inner.id}/entries`)).body;
      const before = await entriesOf(owner);
      const order = async (body: object) => {
        const { status, body: answer } = await account.patch(`/api/folders/${inner.id}/order`, body);
        return { status, answer };
      };
      const unknown = await order({ kind: 'file', id: 999_999, before: null });
      expect(unknown.status).toBe(409);
      for (const hidden of [
        { kind: 'file', id: hiddenFile.id },
        { kind: 'file', id: draft.id },
        { kind: 'folder', id: hiddenFolder.id },
      ]) {
        expect(await order({ ...hidden, before: null })).toEqual(unknown);
        expect(await order({ ...hidden, before: { kind: 'file', id: file.id } })).toEqual(unknown);
        expect(await order({ kind: 'file', id: file.id, before: hidden })).toEqual(unknown);
      }
      expect(await entriesOf(owner)).toEqual(before);
      const moved = await order({ kind: 'file', id: last.id, before: { kind: 'folder', id: deep.id } });
      expect(moved).toEqual({ status: 200, answer: { number: '1.1' } });
      const back = await order({ kind: 'file', id: last.id, before: null });
      expect(back).toEqual({ status: 200, answer: { number } });
      expect((await entriesOf(account)).map((entry) => entry.number).at(-1)).toBe(number);
    },
  );

  test('managed folders cannot be taken out of the room, where members would own what they may only read', async ({
    testApp,
  }) => {
    const room = await openMemberRoom(testApp);
    const { owner, root, inner, deep, file, account } = room;
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    await setCell(room, inner, { level: 'view', mayManage: true });
    const own = await account.folder('Mine');
    for (const parentId of [own.id, null]) {
      expect((await account.patch(`/api/folders/${deep.id}`, { parentId })).status).toBe(403);
      expect((await account.patch(`/api/files/${file.id}/move`, { folderId: parentId })).status).toBe(403);
      const bulk = { fileIds: [file.id], folderId: parentId };
      expect((await account.post('/api/files/bulk/move', bulk)).status).toBe(403);
    }
    expect((await account.patch(`/api/files/${file.id}/move`, { folderId: deep.id })).status).toBe(200);
  });

  test('a member who adds a version learns nothing of versions that they do not see', async ({ testApp }) => {
    const room = await openMemberRoom(testApp);
    const { owner, root, inner, account, group, file } = room;
    await setCell(room, inner, { level: 'original', mayManage: true });
    const add = async (client: typeof owner, content: string, draft = 'false') => {
      const { status } = await client.form(`/api/files/${file.id}/versions`, [
        { name: 'draft', value: draft },
        { name: 'file', value: content, filename: 'note.txt' },
      ]);
      testApp.advanceClock(1_000);
      return status;
    };
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    for (const [content, draft] of [
      ['An old price.', 'false'],
      ['The price.', 'false'],
      ['A secret price.', 'true'],
    ] as const)
      expect(await add(owner, content, draft)).toBe(201);
    expect([await add(account, 'The price.'), await add(owner, 'A secret price.')]).toEqual([409, 409]);
    expect(await add(account, 'A secret price.')).toBe(201);
    expect(await add(account, 'An old price.')).toBe(201);
    await owner.patch(`/api/groups/${group.id}`, { seesVersions: true });
    expect(await add(account, 'The price.')).toBe(409);
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
