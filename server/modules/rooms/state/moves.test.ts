import { expect } from 'vitest';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';

const REFUSED = [409, 'Entries cannot be moved between rooms. Copy them instead.'];

test('nothing moves from one room into another', async ({ testApp }) => {
  const [from, to] = [await openRoom(testApp), await openRoom(testApp)];
  const { owner, inner, deep, file } = from;
  await putJson(to.owner, `/api/rooms/${to.root.id}/staff/${owner.id}`, { role: 'manager' });
  const moves = [
    () => owner.patch(`/api/folders/${inner.id}`, { parentId: to.root.id }),
    () => owner.patch(`/api/folders/${from.root.id}`, { parentId: to.inner.id }),
    () => owner.patch(`/api/files/${file.id}/move`, { folderId: to.inner.id }),
    () => owner.post('/api/files/bulk/move', { fileIds: [file.id], folderId: to.inner.id }),
  ];
  for (const move of moves) {
    const { status, body } = await move();
    expect([status, body.error]).toEqual(REFUSED);
  }
  expect((await owner.get(`/api/files/${file.id}`)).body.folderId).toBe(inner.id);
  // Inside a room, out of it and into one, things move as before.
  const within = await owner.patch(`/api/files/${file.id}/move`, { folderId: deep.id });
  expect(within.body.folderId).toBe(deep.id);
  expect((await owner.patch(`/api/files/${file.id}/move`, { folderId: null })).status).toBe(200);
  expect((await owner.patch(`/api/files/${file.id}/move`, { folderId: to.inner.id })).status).toBe(200);
});

test('a room that is not open stays at the top', async ({ testApp }) => {
  const { owner, root } = await openRoom(testApp);
  const plain = await owner.folder('Plain');
  await owner.post(`/api/rooms/${root.id}/state`, { state: 'preparation', version: 1 });
  const refused = await owner.patch(`/api/folders/${root.id}`, { parentId: plain.id });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'Open this room before you move it into a folder.',
  ]);
});
