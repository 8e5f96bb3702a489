import { expect } from 'vitest';
import { addMembers, grant, openRoom, putJson, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

test('a group gets all levels of another, and its own back', async ({ testApp }) => {
  const { owner, root, inner, deep, file, group } = await openRoom(testApp);
  const { body: other } = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await grant(owner, root.id, { folder: deep, group: other, level: 'view' });
  const permissions = `/api/rooms/${root.id}/permissions`;
  const fileRow = await rowOf(owner, root.id, inner.id, file.id);
  const ofFile = { kind: 'file', id: file.id, groupId: group.id, level: 'none', version: fileRow.version };
  await owner.patch(permissions, { cells: [ofFile] });
  const levels = async () => {
    const rows = [
      await rowOf(owner, root.id, root.id, inner.id),
      await rowOf(owner, root.id, inner.id, deep.id),
      await rowOf(owner, root.id, inner.id, file.id),
    ];
    return rows.map(({ cells }) => {
      const cell = cells.find(({ groupId }) => groupId === other.id);
      return `${cell?.level}${cell?.inherited ? ' inherited' : ''}`;
    });
  };
  expect(await levels()).toEqual(['none inherited', 'view', 'none inherited']);
  const copy = (body: object) => owner.post(`${permissions}/copy`, body);
  const { status, body } = await copy({ fromGroupId: group.id, toGroupId: other.id });
  expect([status, body.undo.length]).toEqual([200, 3]);
  expect(await levels()).toEqual(['original', 'original inherited', 'none']);
  expect((await copy({ fromGroupId: group.id, toGroupId: other.id })).body).toEqual({ undo: [] });
  expect((await owner.patch(permissions, { cells: body.undo })).status).toBe(200);
  expect(await levels()).toEqual(['none inherited', 'view', 'none inherited']);
  expect((await owner.patch(permissions, { cells: body.undo })).status).toBe(409);
});

test('only managers copy, and only between groups of the room', async ({ testApp }) => {
  const { owner, root, group } = await openRoom(testApp);
  const { body: other } = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' });
  const elsewhere = await openRoom(testApp);
  const url = `/api/rooms/${root.id}/permissions/copy`;
  const foreign = await owner.post(url, { fromGroupId: elsewhere.group.id, toGroupId: group.id });
  expect([foreign.status, foreign.body.error]).toEqual([404, 'The group could not be found.']);
  expect((await owner.post(url, { fromGroupId: group.id, toGroupId: group.id })).status).toBe(400);
  const editor = await testApp.user();
  await testApp.share(root.id, editor);
  const body = { fromGroupId: group.id, toGroupId: other.id };
  expect((await editor.post(url, body)).status).toBe(403);
  expect((await elsewhere.owner.post(url, body)).status).toBe(404);
});

test('a draft of a copy replaces the earlier drafts for the group, except those that wait', async ({
  testApp,
}) => {
  const { owner, root, inner, deep, group } = await openRoom(testApp);
  const url = `/api/rooms/${root.id}`;
  const { body: other } = await owner.post(`${url}/groups`, { name: 'Bidder B' });
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await grant(owner, root.id, { folder: inner, group: other, level: 'view' });
  const draft = async (folder: typeof inner, groupId: number, level: string) => {
    const { version } = await rowOf(owner, root.id, folder.parentId ?? 0, folder.id);
    const cells = [{ kind: 'folder', id: folder.id, groupId, level, version }];
    expect((await owner.patch(`${url}/permissions`, { cells, draft: true })).status).toBe(200);
  };
  const drafted = async () =>
    (await owner.get(`${url}/drafts`)).body.changes.map(
      (change: { entryId: number; group: { id: number }; level: string }) => [
        change.entryId,
        change.group.id,
        change.level,
      ],
    );
  const copy = async () =>
    (
      await owner.post(`${url}/permissions/copy`, {
        fromGroupId: group.id,
        toGroupId: other.id,
        draft: true,
      })
    ).body;
  await draft(inner, other.id, 'original');
  await draft(deep, other.id, 'download');
  await draft(deep, group.id, 'none');
  // Both have the same levels today: the drafts alone would make the difference.
  expect(await copy()).toEqual({ undo: [], drafts: 0 });
  expect(await drafted()).toEqual([[deep.id, group.id, 'none']]);
  await draft(deep, other.id, 'original');
  await grant(owner, root.id, { folder: inner, group, level: 'download' });
  expect(await copy()).toEqual({ undo: [], drafts: 1 });
  expect((await drafted()).slice(1)).toEqual([[inner.id, other.id, 'download']]);
  const [, { id }] = (await owner.get(`${url}/drafts`)).body.changes;
  expect((await owner.post(`${url}/publications`, { selection: { changeIds: [id] } })).status).toBe(201);
  for (const folder of [inner, deep]) {
    const { cells } = await rowOf(owner, root.id, folder.parentId ?? 0, folder.id);
    expect(cells.map(({ level }) => level)).toEqual(['download', 'download']);
  }
  // What waits for its date was decided already.
  await draft(deep, other.id, 'none');
  expect((await owner.post(`${url}/publications`, { at: '2099-01-01T00:00:00Z' })).status).toBe(201);
  await copy();
  expect((await owner.get(`${url}/publications`)).body[0]).toMatchObject({ state: 'scheduled', changes: 2 });
  const { details } = await testApp.server.services.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'draft.discard')
    .where('object_id', '=', root.id)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(details ?? '')).toEqual({ inRoom: root.id, kind: 'level', groupId: other.id, drafts: 2 });
});

/** Opens a room with a member in each of two groups that view a folder, and a placeholder in it. */
async function openBidders(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const url = `/api/rooms/${root.id}`;
  const { body: other } = await owner.post(`${url}/groups`, { name: 'Bidder B' });
  const [a, b] = [await testApp.user(), await testApp.user()];
  await addMembers(owner, group, a.email);
  await addMembers(owner, other, b.email);
  for (const each of [group, other])
    await grant(owner, root.id, { folder: inner, group: each, level: 'view' });
  await owner.post(`${url}/publications`, {});
  const addPlaceholder = async (name: string): Promise<number> =>
    (await owner.post(`/api/folders/${inner.id}/placeholders`, { name })).body.id;
  const setLevel = (id: number, groupId: number, level: string | null) =>
    putJson(owner, `/api/placeholders/${id}/levels`, { levels: [{ groupId, level }] });
  const levelOf = async (id: number) =>
    (await owner.get(`/api/placeholders/${id}/levels`)).body.levels.find(
      ({ groupId }: { groupId: number }) => groupId === other.id,
    ).level;
  const copy = async (more: object = {}) => {
    const body = { fromGroupId: group.id, toGroupId: other.id, ...more };
    return (await owner.post(`${url}/permissions/copy`, body)).body;
  };
  return { ...room, url, other, a, b, addPlaceholder, setLevel, levelOf, copy };
}

test('levels on placeholders are copied, and the file that comes has them', async ({ testApp }) => {
  const room = await openBidders(testApp);
  const { owner, url, inner, group, other, a, b, addPlaceholder, setLevel, levelOf, copy } = room;
  const [salaries, lease] = [await addPlaceholder('Salaries'), await addPlaceholder('Lease')];
  await setLevel(salaries, group.id, 'none');
  await setLevel(lease, other.id, 'original');
  const names = async (client: typeof a) =>
    (await client.get(`/api/folders/${inner.id}/entries`)).body.map(({ name }: { name: string }) => name);
  expect(await names(b)).toContain('Salaries');
  const before = [
    { id: salaries, groupId: other.id, level: null },
    { id: lease, groupId: other.id, level: 'original' },
  ];
  expect(await copy()).toEqual({ undo: [], placeholders: before });
  expect([await levelOf(salaries), await levelOf(lease)]).toEqual(['none', null]);
  expect(await names(b)).toEqual(await names(a));
  expect(await copy()).toEqual({ undo: [] });
  const { details } = await testApp.server.services.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'permissions.update')
    .where('object_id', '=', room.root.id)
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(details ?? '').cells).toEqual([
    { placeholderId: salaries, groupId: other.id, level: 'none' },
    { placeholderId: lease, groupId: other.id, level: null },
  ]);
  const { body: file } = await owner.form('/api/files', [
    { name: 'folderId', value: String(inner.id) },
    { name: 'placeholderId', value: String(salaries) },
    { name: 'file', value: 'The salaries.', filename: 'salaries.txt' },
  ]);
  await owner.post(`${url}/publications`, {});
  for (const client of [a, b]) expect((await client.get(`/api/files/${file.id}`)).status).toBe(404);
});

test('together with a draft, levels on placeholders are copied as far as they take access away', async ({
  testApp,
}) => {
  const { group, other, addPlaceholder, setLevel, levelOf, copy } = await openBidders(testApp);
  const levels: [string | null, string | null, string | null][] = [
    ['none', null, 'none'],
    ['none', 'original', 'none'],
    ['original', null, 'view'],
    ['original', 'none', 'none'],
    [null, 'original', 'view'],
    [null, 'none', 'none'],
  ];
  const ids: number[] = [];
  for (const [ofFirst, ofSecond] of levels) {
    const id = await addPlaceholder(`${ofFirst} ${ofSecond}`);
    await setLevel(id, group.id, ofFirst);
    await setLevel(id, other.id, ofSecond);
    ids.push(id);
  }
  const { placeholders, ...result } = await copy({ draft: true });
  expect(result).toEqual({ undo: [], drafts: 0 });
  expect(placeholders).toHaveLength(4);
  for (const [at, id] of ids.entries()) expect(await levelOf(id)).toBe(levels[at]?.[2]);
  await copy();
  for (const [at, id] of ids.entries()) expect(await levelOf(id)).toBe(levels[at]?.[0]);
});

test('in the trash, a group loses what the other does not have', async ({ testApp }) => {
  const { owner, root, inner, deep, group, other, a, b, copy } = await openBidders(testApp);
  const kept = await owner.folder('Contracts', inner.id);
  const file = await owner.file({ folderId: deep.id, name: 'secret.txt' });
  const contract = await owner.file({ folderId: kept.id, name: 'contract.txt' });
  const loose = await owner.file({ folderId: inner.id, name: 'loose.txt' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const set = async (
    entry: { kind: string; id: number },
    groupId: number,
    level: string,
    parentId = inner.id,
  ) => {
    const { version } = await rowOf(owner, root.id, parentId, entry.id);
    const cells = [{ ...entry, groupId, level, version }];
    expect((await owner.patch(`/api/rooms/${root.id}/permissions`, { cells })).status).toBe(200);
  };
  await set({ kind: 'folder', id: deep.id }, group.id, 'none');
  await set({ kind: 'folder', id: deep.id }, other.id, 'original');
  await set({ kind: 'folder', id: kept.id }, other.id, 'none');
  await set({ kind: 'file', id: loose.id }, group.id, 'none');
  for (const draft of [true, false]) {
    await owner.delete(`/api/folders/${deep.id}`);
    await owner.delete(`/api/folders/${kept.id}`);
    await owner.delete(`/api/files/${loose.id}`);
    expect(await copy(draft ? { draft } : {})).toEqual(draft ? { undo: [], drafts: 0 } : { undo: [] });
    for (const entry of [`folders/${deep.id}`, `folders/${kept.id}`, `files/${loose.id}`])
      expect((await owner.post(`/api/trash/${entry}/restore`)).status).toBe(200);
    const seen = async (client: typeof a) =>
      Promise.all(
        [file, contract, loose].map(async ({ id }) => (await client.get(`/api/files/${id}`)).status),
      );
    expect(await seen(a)).toEqual([404, 200, 404]);
    expect(await seen(b)).toEqual([404, 404, 404]);
    await set({ kind: 'folder', id: deep.id }, other.id, 'original');
  }
});
