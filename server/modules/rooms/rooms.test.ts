import { describe, expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';

const HOUR = 3_600_000;

describe('rooms', () => {
  test('only a root folder becomes a room, once, and it changes no access', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root, inner } = await openRoom(testApp);
    expect((await owner.post('/api/rooms', { folderId: root.id })).status).toBe(409);
    expect((await owner.post('/api/rooms', { folderId: inner.id })).status).toBe(409);
    expect((await owner.get('/api/rooms')).body).toEqual([
      { id: root.id, name: 'Deal', codeName: null, state: 'open', staffRole: 'manager' },
    ]);
    const editor = await testApp.user();
    expect((await editor.get('/api/rooms')).body).toEqual([]);
    await testApp.share(root.id, editor);
    expect((await editor.get('/api/rooms')).body).toEqual([
      { id: root.id, name: 'Deal', codeName: null, state: 'open', staffRole: 'editor' },
    ]);
  });

  test('a folder becomes a room with a code name and further managers, or not at all', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const [partner, unrelated] = [await testApp.user(), await testApp.user()];
    const root = await owner.folder('Corvane');
    const wish = { folderId: root.id, codeName: 'Falcon', managerIds: [partner.id, owner.id] };
    expect((await owner.post('/api/rooms', { ...wish, managerIds: [999_999] })).status).toBe(404);
    expect((await unrelated.post('/api/rooms', wish)).status).toBe(404);
    expect((await owner.get('/api/rooms')).body).toEqual([]);
    const { status, body } = await owner.post('/api/rooms', wish);
    expect([status, body]).toEqual([
      201,
      { id: root.id, name: 'Corvane', codeName: 'Falcon', state: 'open', staffRole: 'manager' },
    ]);
    expect((await partner.get('/api/rooms')).body).toEqual([body]);
  });

  test('a purged room leaves no rows behind', async ({ testApp }) => {
    const { owner, root, inner, group } = await openRoom(testApp);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await addMembers(owner, group, 'purged@example.test');
    await owner.delete(`/api/folders/${root.id}`);
    expect((await owner.get(`/api/rooms/${root.id}/groups`)).status).toBe(404);
    expect((await owner.get(`/api/groups/${group.id}`)).status).toBe(404);
    const { db } = testApp.server.services;
    await db.deleteFrom('files').where('folder_id', '=', inner.id).execute();
    await db.updateTable('folders').set({ parent_id: null }).where('owner_id', '=', owner.id).execute();
    await db.deleteFrom('folders').where('owner_id', '=', owner.id).execute();
    const left = await db.selectFrom('room_groups').select('id').where('id', '=', group.id).execute();
    expect(left).toEqual([]);
  });
});

describe('groups', () => {
  test('an account joins as a user and another address as a visitor, and both see what is granted', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, inner, deep, file, group } = await openRoom(testApp);
    const user = await testApp.user();
    const answer = await addMembers(
      owner,
      group,
      user.email.toUpperCase(),
      'guest@example.test',
      'nobody',
      user.email,
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        added: [user.email],
        invited: ['guest@example.test'],
        problems: [{ email: 'nobody', problem: 'Please enter a valid email address' }],
        emailed: false,
      },
    ]);
    const members = await membersOf(owner, group);
    expect(members.map(({ email, kind }) => [email, kind])).toEqual([
      [user.email, 'user'],
      ['guest@example.test', 'visitor'],
    ]);
    expect(members[0]?.inviteUrl).toBeNull();
    const token = members[1]?.inviteUrl?.slice(-43);
    const visitor = createTestClient(testApp.server.http);
    const entered = await visitor.get(`/api/visitor/auth/${token}`);
    expect([entered.status, entered.body]).toMatchObject([
      200,
      { isVisitor: true, isGroupMember: true, folderId: null, expiresAt: null },
    ]);
    for (const member of [user, visitor]) expect((await member.get('/api/folders')).body).toEqual([]);
    expect((await grant(owner, root.id, { folder: inner, group, level: 'view' })).status).toBe(200);
    expect((await grant(owner, root.id, { folder: deep, group, level: 'none' })).status).toBe(200);
    for (const member of [user, visitor]) {
      expect((await member.get('/api/folders?parentId=null')).body).toMatchObject([
        { id: inner.id, parentId: null, accessLevel: 'visitor', groupAccess: { level: 'view' } },
      ]);
      expect((await member.get(`/api/folders/${root.id}`)).status).toBe(404);
      expect((await member.get(`/api/folders/${deep.id}`)).status).toBe(404);
      expect((await member.get(`/api/files/${file.id}/download`)).status).toBe(403);
    }
    expect((await visitor.get('/api/visitor/status')).body).toMatchObject({ isVisitor: true });
    expect((await owner.get(`/api/folders/${inner.id}/groups`)).body).toEqual([
      { groupId: group.id, name: 'Bidder A', level: 'view' },
    ]);
    expect((await user.get(`/api/folders/${inner.id}/groups`)).body).toEqual([]);
  });

  test.for(['the end of the group', 'the removal of the member', 'the deletion of the group'])(
    '%s closes the room for users and visitors at the next request',
    async (end, { testApp }) => {
      const { owner, root, inner, file, group } = await openRoom(testApp);
      const user = await testApp.user();
      await addMembers(owner, group, user.email, 'closing@example.test');
      await grant(owner, root.id, { folder: inner, group, level: 'original' });
      const members = await membersOf(owner, group);
      const token = members[1]?.inviteUrl?.slice(-43);
      const visitor = createTestClient(testApp.server.http);
      await visitor.get(`/api/visitor/auth/${token}`);
      for (const member of [user, visitor])
        expect((await member.get(`/api/files/${file.id}/download`)).status).toBe(200);
      if (end === 'the end of the group') {
        const endsAt = new Date(testApp.server.services.now() + HOUR).toISOString();
        expect((await owner.patch(`/api/groups/${group.id}`, { endsAt })).body.endsAt).toBe(endsAt);
        testApp.advanceClock(HOUR);
      } else if (end === 'the removal of the member')
        for (const { id } of members)
          expect((await owner.delete(`/api/groups/${group.id}/members/${id}`)).status).toBe(200);
      else expect((await owner.delete(`/api/groups/${group.id}`)).status).toBe(200);
      expect((await user.get(`/api/files/${file.id}`)).status).toBe(404);
      expect((await visitor.get(`/api/files/${file.id}`)).status).toBe(401);
      const again = createTestClient(testApp.server.http);
      expect((await again.get(`/api/visitor/auth/${token}`)).status).toBe(404);
    },
  );

  test('nobody belongs to two groups of a room, by address or account', async ({ testApp }) => {
    const { owner, root, group } = await openRoom(testApp);
    const user = await testApp.user();
    const other: Group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' })).body;
    await addMembers(owner, group, user.email, 'twice@example.test');
    const { body } = await addMembers(owner, other, user.email, 'Twice@example.test');
    expect([body.added, body.invited]).toEqual([[], []]);
    expect(body.problems[0].problem).toBe(`${user.email} is already in another group of this room.`);
    expect(body.problems).toHaveLength(2);
    expect((await addMembers(owner, group, user.email)).body.problems).toHaveLength(1);
  });

  test('names are unique in a room, and an end is in the future', async ({ testApp }) => {
    const { owner, root, group } = await openRoom(testApp);
    const url = `/api/rooms/${root.id}/groups`;
    expect((await owner.post(url, { name: 'bidder a' })).status).toBe(409);
    const past = new Date(testApp.server.services.now() - 1).toISOString();
    expect((await owner.post(url, { name: 'Late', endsAt: past })).status).toBe(400);
    expect((await owner.patch(`/api/groups/${group.id}`, { name: 'Bidder A' })).status).toBe(200);
  });

  test('invitations of a group are managed with the group alone', async ({ testApp }) => {
    const { owner, group } = await openRoom(testApp);
    await addMembers(owner, group, 'listed@example.test');
    expect((await owner.get('/api/invitations')).body).toEqual([]);
    const row = await testApp.server.services.db
      .selectFrom('group_members')
      .select('invitation_id')
      .where('group_id', '=', group.id)
      .executeTakeFirstOrThrow();
    expect((await owner.delete(`/api/invitations/${row.invitation_id}`)).status).toBe(404);
  });
});
