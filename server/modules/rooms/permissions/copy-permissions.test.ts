import { expect } from 'vitest';
import { grant, openRoom, rowOf } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';

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
