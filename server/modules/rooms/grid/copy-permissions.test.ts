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
