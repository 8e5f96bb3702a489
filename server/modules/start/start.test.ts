import { describe, expect } from 'vitest';
import { MAX_PAGE_SIZE } from '#server/http/pagination.ts';
import { insertFolders } from '#server/modules/folders/queries.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';

const HOUR_MS = 3_600_000;
const TEMPORARY_PASSWORD = 'a temporary password';

const startOf = async (person: TestClient, query = '') => {
  const { status, body } = await person.get(`/api/start${query}`);
  expect(status).toBe(200);
  return body;
};

describe('GET /api/start', () => {
  test('a user gets each part as its own call answers it', async ({ testApp }) => {
    const [owner, collaborator] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder('Deal');
    await owner.folder('Below', folder.id);
    await testApp.share(folder.id, collaborator);
    const shared = await owner.folder('Shared', (await owner.folder('Hidden')).id);
    await testApp.share(shared.id, collaborator);
    await collaborator.get('/api/changes');
    testApp.advanceClock(HOUR_MS);
    await owner.file({ name: 'Lease.txt', folderId: folder.id });
    const start = await startOf(collaborator, '?home=true');
    const answer = async (path: string) => (await collaborator.get(path)).body;
    expect(start).toEqual({
      user: await answer('/api/user'),
      preferences: await answer('/api/user/preferences'),
      visitor: await answer('/api/visitor/status'),
      settings: await answer('/api/system-settings/public'),
      home: {
        tree: await answer('/api/folders'),
        folders: await answer('/api/folders?parentId=null&contents=true'),
        files: await answer('/api/files'),
        rooms: await answer('/api/rooms'),
        changes: await answer('/api/changes'),
        approvals: await answer('/api/publication-approvals'),
        uploadFolders: await answer('/api/upload-folders'),
        memberships: await answer('/api/room-memberships'),
      },
    });
    expect(start.home.tree).toHaveLength(3);
    expect(start.home.folders).toMatchObject([{ name: 'Deal' }, { name: 'Shared', parentId: null }]);
    expect(start.home.changes).toMatchObject([{ kind: 'new', entry: { name: 'Lease.txt' } }]);
    expect((await startOf(collaborator)).home).toBeNull();
  });

  test('the folders at the top are complete where the tree has more than a page', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: parent_id } = await owner.folder('Large');
    const below = Array.from({ length: MAX_PAGE_SIZE }, (_, number) => ({
      name: `Below ${number}`,
      parent_id,
      owner_id: owner.id,
      created_at: 0,
    }));
    await insertFolders(testApp.server.services.db, below);
    await owner.folder('Last');
    const { home } = await startOf(owner, '?home=true');
    expect(home.tree).toBeUndefined();
    expect(home.folders).toEqual((await owner.get('/api/folders?parentId=null&contents=true')).body);
    expect(home.folders).toMatchObject([{ name: 'Large' }, { name: 'Last' }]);
  });

  test('a visitor gets what the invitation opens, and no preferences', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Deal');
    await owner.folder('Board');
    await owner.file({ name: 'Minutes.txt' });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const start = await startOf(visitor, '?home=true');
    expect(start).toMatchObject({ user: null, preferences: null, visitor: { isVisitor: true } });
    expect(start.home).toMatchObject({ tree: [{ id: folder.id }], folders: [{ id: folder.id }], files: [] });
  });

  test('a member with requests and nothing else gets the room, and nothing of other groups', async ({
    testApp,
  }) => {
    const { owner, root, group } = await openRoom(testApp);
    const other: Group = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' })).body;
    const [account, rival] = [await testApp.user(), await testApp.user()];
    await addMembers(owner, group, account.email, 'visitor@example.test');
    await addMembers(owner, other, rival.email);
    const visitor = createTestClient(testApp.server.http);
    const [, member] = await membersOf(owner, group);
    expect((await visitor.get(`/api/visitor/auth/${member?.inviteUrl?.slice(-43)}`)).status).toBe(200);
    const ask = (text: string, groupId: number) =>
      owner.post(`/api/rooms/${root.id}/requests`, { text, groupId });
    await ask('Tax returns', group.id);
    await ask('Leases', other.id);
    for (const person of [account, visitor]) {
      const { home } = await startOf(person, '?home=true');
      expect(home).toMatchObject({ tree: [], folders: [], files: [], changes: [] });
      expect(home.memberships).toEqual([{ roomId: root.id, isEmpty: true }]);
      expect(JSON.stringify(home)).not.toMatch(/Deal|Bidder|Leases/);
      const requests = await person.get(`/api/rooms/${root.id}/requests`);
      expect(requests.body).toMatchObject([{ text: 'Tax returns' }]);
    }
    const unrelated = await testApp.user();
    for (const person of [owner, unrelated])
      expect((await startOf(person, '?home=true')).home.memberships).toEqual([]);
    await owner.delete(`/api/groups/${group.id}`);
    expect((await startOf(account, '?home=true')).home.memberships).toEqual([]);
  });

  test('somebody without a session gets the public settings alone', async ({ testApp }) => {
    const start = await startOf(testApp.anonymous, '?home=true');
    expect(start).toMatchObject({ user: null, preferences: null, visitor: { isVisitor: false }, home: null });
    expect(start.settings.registration).toBe('open');
  });

  test('a user who must change the password gets neither preferences nor lists', async ({ testApp }) => {
    const [admin, user] = [await testApp.user({ isAdmin: true }), await testApp.user()];
    await user.folder('Deal');
    await admin.patch(`/api/admin/users/${user.id}`, { password: TEMPORARY_PASSWORD });
    const client = createTestClient(testApp.server.http);
    await client.post('/api/login', { username: user.username, password: TEMPORARY_PASSWORD });
    const start = await startOf(client, '?home=true');
    expect(start).toMatchObject({ user: { mustChangePassword: true }, preferences: null, home: null });
  });

  test('an API token cannot call it', async ({ testApp }) => {
    const owner = await testApp.user();
    const { body } = await owner.post('/api/user/tokens', { name: 'Export', scope: 'write' });
    const headers = { authorization: `Bearer ${body.token}` };
    expect((await testApp.anonymous.get('/api/start', headers)).status).toBe(403);
  });
});
