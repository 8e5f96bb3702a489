import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom, putJson, rowOf } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const HOUR = 3_600_000;

/** Creates a room in which a member sees one of two folders with published files. */
async function openPublished(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  const hidden = await owner.folder('Hidden', root.id);
  const secret = await owner.file({ folderId: hidden.id, name: 'secret.txt' });
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  return { ...room, hidden, secret, member, url: `/api/rooms/${root.id}` };
}

type Room = Awaited<ReturnType<typeof openPublished>>;

const draftLevel = async ({ owner, root, url, group }: Room, folder: Room['inner'], level: string) => {
  const { version } = await rowOf(owner, root.id, folder.parentId ?? 0, folder.id);
  const cell = { kind: 'folder', id: folder.id, groupId: group.id, level, version };
  return owner.patch(`${url}/permissions`, { cells: [cell], draft: true });
};

const seen = async (client: TestClient, ...ids: number[]) => {
  const statuses = [];
  for (const id of ids) statuses.push((await client.get(`/api/files/${id}`)).status);
  return statuses;
};

const draftsOf = async ({ url }: Room, client: TestClient) => (await client.get(`${url}/drafts`)).body;

describe('drafts of moves and levels', () => {
  test('count for nobody before they are published, and for everybody then', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const room = await openPublished(testApp);
    const { owner, hidden, inner, secret, file, member, url } = room;
    expect((await draftLevel(room, hidden, 'original')).status).toBe(200);
    expect(
      (await owner.patch(`/api/files/${file.id}/move`, { folderId: hidden.id, draft: true })).status,
    ).toBe(200);
    expect(await seen(member, file.id, secret.id)).toEqual([200, 404]);
    expect((await owner.get(`/api/files/${file.id}`)).body.folderId).toBe(inner.id);
    const drafts = await draftsOf(room, owner);
    expect(drafts).toMatchObject({
      folders: 0,
      files: 0,
      changeCount: 2,
      groups: [{ gains: 1, loses: 0, changes: 1 }],
      changes: [
        { kind: 'level', name: 'Hidden', group: { name: 'Bidder A' }, level: 'original', toFolder: null },
        { kind: 'move', entryId: file.id, toFolder: { id: hidden.id, name: 'Hidden' }, level: null },
      ],
    });
    const { status, body } = await owner.post(`${url}/publications`, { version: drafts.version });
    expect([status, body.state, body.changes]).toEqual([201, 'published', 2]);
    expect(await seen(member, file.id, secret.id)).toEqual([200, 200]);
    expect((await member.get(`/api/files/${file.id}`)).body).toMatchObject({
      folderId: hidden.id,
      groupAccess: { level: 'original' },
    });
    expect(await draftsOf(room, owner)).toMatchObject({ changeCount: 0, changes: [] });
  });

  test('are applied at their date before the first request reads the room', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const room = await openPublished(testApp);
    const { owner, inner, hidden, secret, file, member, url } = room;
    await draftLevel(room, hidden, 'view');
    await draftLevel(room, inner, 'none');
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    expect((await owner.post(`${url}/publications`, { at })).body).toMatchObject({
      state: 'scheduled',
      groups: [{ gains: 1, loses: 1 }],
    });
    testApp.advanceClock(HOUR - 1_000);
    expect(await seen(member, file.id, secret.id)).toEqual([200, 404]);
    testApp.advanceClock(2_000);
    expect(await seen(member, file.id, secret.id)).toEqual([404, 200]);
    expect((await owner.get(`${url}/publications`)).body).toMatchObject([
      { state: 'published', isDue: true },
    ]);
  });

  test('that cannot be made any more are given up together with the publication', async ({ testApp }) => {
    const room = await openPublished(testApp);
    const { owner, root, inner, hidden, file, secret, member, url } = room;
    const editor = await testApp.user();
    await putJson(owner, `${url}/staff/${editor.id}`, { role: 'editor' });
    const own = await editor.file({ folderId: inner.id, name: 'own.txt' });
    await editor.patch(`/api/files/${own.id}/move`, { folderId: hidden.id, draft: true });
    await draftLevel(room, hidden, 'view');
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    await owner.post(`${url}/publications`, { at });
    // The author of the move works in the room no more.
    await owner.delete(`${url}/staff/${editor.id}`);
    testApp.advanceClock(HOUR + 1_000);
    expect(await seen(member, file.id, secret.id)).toEqual([200, 404]);
    expect((await owner.get(`${url}/publications`)).body).toMatchObject([
      { state: 'void', reason: expect.stringContaining('could not be found') },
    ]);
    expect((await draftsOf(room, owner)).changeCount).toBe(2);
    expect((await owner.get(`/api/folders/${root.id}`)).status).toBe(200);
  });

  test('of what was deleted meanwhile count no more', async ({ testApp }) => {
    const room = await openPublished(testApp);
    const { owner, hidden, url } = room;
    await draftLevel(room, hidden, 'view');
    await owner.delete(`/api/folders/${hidden.id}`);
    expect(await draftsOf(room, owner)).toMatchObject({ changeCount: 0, changes: [] });
    expect((await owner.post(`${url}/publications`, {})).status).toBe(409);
  });

  test('are discarded by their author and by managers, and seen by the staff alone', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const room = await openPublished(testApp);
    const { owner, inner, hidden, member, url } = room;
    const [one, other] = [await testApp.user(), await testApp.user()];
    for (const editor of [one, other]) await putJson(owner, `${url}/staff/${editor.id}`, { role: 'editor' });
    const own = await one.file({ folderId: inner.id, name: 'own.txt' });
    const move = () => one.patch(`/api/files/${own.id}/move`, { folderId: hidden.id, draft: true });
    expect((await move()).status).toBe(200);
    // A later draft for the same file takes the place of the earlier one.
    expect((await move()).status).toBe(200);
    const [{ id, mayDiscard }, ...others] = (await draftsOf(room, other)).changes;
    expect([mayDiscard, others]).toEqual([false, []]);
    expect((await member.get(`${url}/drafts`)).status).toBe(404);
    const statuses = [];
    for (const client of [member, await testApp.user(), other, one, one])
      statuses.push((await client.delete(`/api/drafts/${id}`)).status);
    expect(statuses).toEqual([404, 404, 403, 200, 404]);
    await move();
    const [draft] = (await draftsOf(room, owner)).changes;
    expect((await owner.delete(`/api/drafts/${draft.id}`)).status).toBe(200);
  });

  test('are within one room, and set by those who may move or set levels', async ({ testApp }) => {
    const room = await openPublished(testApp);
    const { owner, inner, hidden, file, group, root, url } = room;
    const outside = await owner.folder('Outside');
    for (const folderId of [outside.id, null]) {
      const refused = await owner.patch(`/api/files/${file.id}/move`, { folderId, draft: true });
      expect([refused.status, refused.body.error]).toEqual([400, 'Only moves within a room can be drafts.']);
    }
    const editor = await testApp.user();
    await putJson(owner, `${url}/staff/${editor.id}`, { role: 'editor' });
    expect(
      (await editor.patch(`/api/files/${file.id}/move`, { folderId: hidden.id, draft: true })).status,
    ).toBe(403);
    const { version } = await rowOf(owner, root.id, root.id, inner.id);
    const cell = { kind: 'folder', id: inner.id, groupId: group.id, level: 'view', version };
    expect((await editor.patch(`${url}/permissions`, { cells: [cell], draft: true })).status).toBe(403);
    const stale = { ...cell, version: '0.0' };
    expect((await owner.patch(`${url}/permissions`, { cells: [stale], draft: true })).status).toBe(409);
    // Two folders cannot be drafted into each other.
    const draftInto = (id: number, parentId: number) =>
      owner.patch(`/api/folders/${id}`, { parentId, draft: true });
    expect((await draftInto(inner.id, hidden.id)).status).toBe(200);
    expect((await draftInto(hidden.id, inner.id)).status).toBe(409);
    // The same holds when the first one has a date.
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    expect((await owner.post(`${url}/publications`, { at })).status).toBe(201);
    expect((await draftInto(hidden.id, inner.id)).status).toBe(409);
  });

  test('wait with the publication that was canceled, and can be published again', async ({ testApp }) => {
    const room = await openPublished(testApp);
    const { owner, hidden, secret, member, url } = room;
    await draftLevel(room, hidden, 'view');
    const at = new Date(testApp.server.services.now() + HOUR).toISOString();
    const { body } = await owner.post(`${url}/publications`, { at });
    expect((await draftsOf(room, owner)).changeCount).toBe(0);
    expect((await owner.delete(`/api/publications/${body.id}`)).status).toBe(200);
    testApp.advanceClock(HOUR + 1_000);
    expect(await seen(member, secret.id)).toEqual([404]);
    expect((await draftsOf(room, owner)).changeCount).toBe(1);
    expect((await owner.post(`${url}/publications`, {})).status).toBe(201);
    expect(await seen(member, secret.id)).toEqual([200]);
  });
});
