import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { makeArchive } from '../archives/testing/take-archive.ts';

async function setState(client: TestClient, { id }: { id: number }, state: string) {
  const { version } = (await client.get(`/api/rooms/${id}`)).body;
  return client.post(`/api/rooms/${id}/state`, { state, version });
}

async function verify(testApp: TestApp, client: TestClient, { id }: { id: number }) {
  expect((await client.post(`/api/archives/${id}/verify`)).status).toBe(202);
  await testApp.finishJobs();
}

/** Closes the room, creates and verifies its archive, and archives it. */
async function archiveRoom(testApp: TestApp, owner: TestClient, root: { id: number }) {
  expect((await setState(owner, root, 'closed')).status).toBe(200);
  const archive = await makeArchive(testApp, owner, root.id);
  await verify(testApp, owner, archive);
  const { status, body } = await setState(owner, root, 'archived');
  expect([status, body.state]).toEqual([200, 'archived']);
  return archive;
}

const REFUSED = [409, 'Create and verify an archive first.'];

test('a room is archived only after an archive of all of it was verified while it was closed', async ({
  testApp,
}) => {
  const { owner, root, group } = await openRoom(testApp);
  const answer = async (state = 'archived') => {
    const { status, body } = await setState(owner, root, state);
    return [status, body.error];
  };
  expect(await answer()).toEqual([409, 'A room cannot change from open to archived.']);
  // This archive is of the room before it was closed, when it could still change.
  await verify(testApp, owner, await makeArchive(testApp, owner, root.id));
  testApp.advanceClock(1000);
  await setState(owner, root, 'closed');
  expect(await answer()).toEqual(REFUSED);
  await verify(testApp, owner, await makeArchive(testApp, owner, root.id, group.id));
  expect(await answer()).toEqual(REFUSED);
  const archive = await makeArchive(testApp, owner, root.id);
  expect(await answer()).toEqual(REFUSED);
  await verify(testApp, owner, archive);
  const editor = await testApp.user();
  await setState(owner, root, 'open');
  await putJson(owner, `/api/rooms/${root.id}/staff/${editor.id}`, { role: 'editor' });
  testApp.advanceClock(1000);
  await setState(owner, root, 'closed');
  expect(await answer()).toEqual(REFUSED);
  expect((await setState(editor, root, 'archived')).status).toBe(403);
});

test('an archived room is read by its staff alone, and nothing takes it back', async ({ testApp }) => {
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const [member, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
  await addMembers(owner, group, member.email);
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const link = { name: 'Link', targets: [{ kind: 'file', id: file.id }] };
  expect((await owner.post('/api/links', link)).status).toBe(201);
  const archive = await archiveRoom(testApp, owner, root);
  for (const staff of [owner, admin]) {
    expect((await staff.get(`/api/files/${file.id}/view`)).status).toBe(200);
    expect((await staff.get(`/api/folders/${root.id}`)).body.roomState).toBe('archived');
    for (const state of ['open', 'closed', 'preparation', 'archived']) {
      const { status, body } = await setState(staff, root, state);
      expect([state, status, body.error]).toEqual([state, 409, 'This room is archived.']);
    }
    expect((await staff.post('/api/folders', { name: 'Late', parentId: inner.id })).body.error).toBe(
      'This room is archived.',
    );
  }
  expect((await member.get(`/api/files/${file.id}`)).status).toBe(404);
  const rooms = (await owner.get('/api/rooms')).body;
  expect(rooms.find(({ id }: { id: number }) => id === root.id).state).toBe('archived');
  const late = await owner.post('/api/links', link);
  expect([late.status, late.body.error]).toEqual([409, 'This room is archived.']);
  // Access can still be taken away.
  const [{ id: memberId }] = (await owner.get(`/api/groups/${group.id}/members`)).body;
  expect((await owner.delete(`/api/groups/${group.id}/members/${memberId}`)).status).toBe(200);
  const kept = await owner.delete(`/api/archives/${archive.id}`);
  expect([kept.status, kept.body.error]).toEqual([
    409,
    'This archive cannot be deleted: it is kept with the archived room.',
  ]);
});

test('the archive of an archived room does not expire, and the log and a signed tree head cover it', async ({
  testApp,
}) => {
  const { owner, root } = await openRoom(testApp);
  const archive = await archiveRoom(testApp, owner, root);
  const [listed] = (await owner.get(`/api/rooms/${root.id}/archives`)).body;
  expect([listed.id, listed.expiresAt]).toEqual([archive.id, '9999-12-31T00:00:00.000Z']);
  const { db } = testApp.server.services;
  const row = await db
    .selectFrom('audit_log')
    .select(['position', 'details'])
    .where('action', '=', 'room.state')
    .where('object_id', '=', root.id)
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(row.details ?? '{}')).toEqual({
    inRoom: root.id,
    from: 'closed',
    to: 'archived',
    archiveId: archive.id,
  });
  await testApp.finishJobs();
  const head = await db
    .selectFrom('signed_tree_heads')
    .select('tree_size')
    .orderBy('tree_size', 'desc')
    .executeTakeFirstOrThrow();
  expect(head.tree_size).toBeGreaterThanOrEqual(row.position);
});
