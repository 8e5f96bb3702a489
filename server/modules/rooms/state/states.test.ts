import { describe, expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, membersOf, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';

async function setState(client: TestClient, room: { id: number }, state: RoomState) {
  const { version } = (await client.get(`/api/rooms/${room.id}`)).body;
  return client.post(`/api/rooms/${room.id}/state`, { state, version });
}

/** Opens a room with one reader of each kind who is not staff, and an editor. */
async function openFullRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const [editor, member, helper] = [await testApp.user(), await testApp.user(), await testApp.user()];
  await putJson(owner, `/api/rooms/${root.id}/staff/${editor.id}`, { role: 'editor' });
  await addMembers(owner, group, member.email, 'guest@example.test');
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await testApp.share(inner.id, helper);
  const invited = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
  const invitedToAll = await testApp.visitor({ inviter: owner, allFolders: true });
  const token = (await membersOf(owner, group))[1]?.inviteUrl?.slice(-43);
  const guest = createTestClient(testApp.server.http);
  await guest.get(`/api/visitor/auth/${token}`);
  await testApp.finishJobs();
  return { ...room, editor, token, readers: { member, guest, helper, invited, invitedToAll } };
}

const pathsOf = ({ inner, file }: { inner: { id: number }; file: { id: number } }) => [
  `/api/folders/${inner.id}`,
  `/api/files?folderId=${inner.id}`,
  `/api/files/${file.id}`,
  `/api/files/${file.id}/view`,
  `/api/files/${file.id}/pages`,
  `/api/folders/${inner.id}/archive`,
];

describe('the state of a room', () => {
  test('only the staff see a room in preparation or a closed one, at the next request', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const room = await openFullRoom(testApp);
    const { owner, editor, root, inner, file } = room;
    const admin = await testApp.user({ isAdmin: true });
    async function expectVisible(isVisible: boolean) {
      for (const [name, reader] of Object.entries(room.readers)) {
        expect([name, (await reader.get(`/api/files/${file.id}`)).status === 200]).toEqual([name, isVisible]);
        if (isVisible) continue;
        for (const path of pathsOf(room))
          expect([name, path, (await reader.get(path)).status]).toEqual([
            name,
            path,
            expect.toBeOneOf([401, 404]),
          ]);
        for (const list of ['/api/folders', '/api/files', '/api/folder-tree'])
          expect([name, (await reader.get(list)).body]).toEqual([
            name,
            expect.not.arrayContaining([expect.anything()]),
          ]);
        const found = await reader.get('/api/search?query=finance');
        if (found.status === 200) expect([name, found.body.citations]).toEqual([name, []]);
      }
      for (const staff of [owner, editor, admin]) {
        expect((await staff.get(`/api/folders/${inner.id}`)).status).toBe(200);
        expect((await staff.get(`/api/files/${file.id}`)).status).toBe(200);
      }
    }
    await expectVisible(true);
    for (const state of ['preparation', 'open', 'closed', 'open'] as const) {
      const { status, body } = await setState(owner, root, state);
      expect([status, body.state]).toEqual([200, state]);
      await expectVisible(state === 'open');
      const audience = (await owner.get(`/api/files/${file.id}/audience`)).body;
      const kinds = new Set(audience.map(({ via }: { via: string }) => via));
      expect([...kinds]).toEqual(state === 'open' ? ['staff', 'group', 'invitation'] : ['staff']);
      const entry = await createTestClient(testApp.server.http).get(`/api/visitor/auth/${room.token}`);
      expect([state, entry.status]).toEqual([state, state === 'open' ? 200 : 404]);
    }
  });

  test('transitions are in order, and the second of two concurrent ones is refused', async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    expect((await owner.get(`/api/rooms/${root.id}`)).body).toMatchObject({ state: 'open', version: 1 });
    expect((await setState(owner, root, 'preparation')).body).toMatchObject({ version: 2 });
    const skipped = await setState(owner, root, 'closed');
    expect([skipped.status, skipped.body.error]).toEqual([
      409,
      'A room cannot change from preparation to closed.',
    ]);
    const url = `/api/rooms/${root.id}/state`;
    const both = await Promise.all([1, 2].map(() => owner.post(url, { state: 'open', version: 2 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await owner.post(url, { state: 'sold', version: 3 })).status).toBe(400);
    const states = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['details', 'result'])
      .where('action', '=', 'room.state')
      .where('object_id', '=', root.id)
      .where('result', '=', 'done')
      .execute();
    expect(states.map(({ details }) => JSON.parse(details ?? ''))).toEqual([
      { inRoom: root.id, from: 'open', to: 'preparation' },
      { inRoom: root.id, from: 'preparation', to: 'open' },
    ]);
  });

  test('staff prepare a room and view it as a group before it opens', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, editor, root, inner, group, readers } = await openFullRoom(testApp);
    await setState(owner, root, 'preparation');
    expect((await editor.post('/api/folders', { name: 'New', parentId: inner.id })).status).toBe(201);
    const started = await owner.post(`/api/rooms/${root.id}/view-as`, { groupId: group.id });
    const cookie = String(started.headers['set-cookie']).split(';')[0];
    const viewing = createTestClient(testApp.server.http, `${owner.cookie}; ${cookie}`);
    expect((await viewing.get(`/api/folders/${inner.id}`)).body.groupAccess).toEqual({ level: 'original' });
    expect((await readers.member.get(`/api/folders/${inner.id}`)).status).toBe(404);
  });

  test('access can be taken away in a closed room, and nothing else changes', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, editor, root, inner, group, file, readers } = await openFullRoom(testApp);
    const [first] = await membersOf(owner, group);
    await setState(owner, root, 'closed');
    for (const refused of [
      await owner.patch(`/api/folders/${inner.id}`, { name: 'Changed' }),
      await editor.post('/api/folders', { name: 'New', parentId: inner.id }),
      await owner.delete(`/api/files/${file.id}`),
      await owner.patch(`/api/rooms/${root.id}`, { codeName: 'Otter' }),
      await putJson(owner, `/api/rooms/${root.id}/staff/${readers.member.id}`, { role: 'editor' }),
    ])
      expect([refused.status, refused.body.error]).toEqual([409, 'This room is closed.']);
    // People who may not change it learn nothing of its state.
    expect((await editor.delete(`/api/folders/${inner.id}`)).status).toBe(403);
    expect((await readers.member.patch(`/api/folders/${inner.id}`, { name: 'X' })).status).toBe(404);
    for (const url of [
      `/api/groups/${group.id}/members/${first?.id}`,
      `/api/folders/${inner.id}/collaborators/${readers.helper.id}`,
      `/api/rooms/${root.id}/staff/${editor.id}`,
      `/api/groups/${group.id}`,
    ])
      expect([url, (await owner.delete(url)).status]).toEqual([url, 200]);
    expect((await owner.get(`/api/folders/${inner.id}/collaborators`)).body).toEqual([]);
    await setState(owner, root, 'open');
    expect((await readers.helper.get(`/api/folders/${inner.id}`)).status).toBe(404);
  });

  test('managers change name and code name, and a list says how much is in a room', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, editor, deep } = await openFullRoom(testApp);
    const changed = await owner.patch(`/api/rooms/${root.id}`, { name: 'Deal 2', codeName: ' Otter ' });
    expect(changed.body).toMatchObject({ name: 'Deal 2', codeName: 'Otter', state: 'open' });
    expect((await owner.get(`/api/folders/${root.id}`)).body.name).toBe('Deal 2');
    expect((await editor.patch(`/api/rooms/${root.id}`, { name: 'Mine' })).status).toBe(403);
    expect((await owner.patch(`/api/rooms/${root.id}`, {})).status).toBe(400);
    await owner.file({ folderId: deep.id });
    expect((await owner.get('/api/rooms?figures=true')).body).toEqual([
      {
        id: root.id,
        name: 'Deal 2',
        codeName: 'Otter',
        state: 'open',
        staffRole: 'manager',
        managers: [owner.username],
        documentCount: 2,
        lastActivityAt: expect.any(String),
      },
    ]);
    expect((await owner.patch(`/api/rooms/${root.id}`, { codeName: '' })).body.codeName).toBeNull();
  });
});
