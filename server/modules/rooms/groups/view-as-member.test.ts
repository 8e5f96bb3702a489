import { describe, expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

/** Creates a room with a member who has an account, is a collaborator of a folder and has files elsewhere, and a visitor. */
async function openMemberRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, deep, group } = room;
  const account = await testApp.user();
  const { db } = testApp.server.services;
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', account.id).execute();
  const shared = await owner.folder('Shared', root.id);
  await owner.file({ name: 'secret-merger.txt', content: 'Merger secret.', folderId: deep.id });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const draft = await owner.file({ name: 'draft-merger.txt', content: 'Merger draft.', folderId: shared.id });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await grant(owner, root.id, { folder: deep, group, level: 'none' });
  await addMembers(owner, group, email, 'visitor@example.test');
  await testApp.share(shared.id, account);
  const visitor = createTestClient(testApp.server.http);
  const members = await membersOf(owner, group);
  const memberOf = (address: string) => members.find((member) => member.email === address);
  await visitor.get(`/api/visitor/auth/${memberOf('visitor@example.test')?.inviteUrl?.slice(-43)}`);
  async function view(address: string) {
    const answer = await owner.post(`/api/rooms/${root.id}/view-as`, { memberId: memberOf(address)?.id });
    expect(answer.status).toBe(201);
    const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
    return createTestClient(testApp.server.http, [owner.cookie, ...cookies].join('; '));
  }
  return { ...room, shared, draft, account, email, visitor, memberOf, view };
}

/** Describes what lists, search, suggestions, counts, thumbnails and archives show somebody of a room. */
async function seen(
  client: TestClient,
  { root, inner, deep, shared, file, draft }: Awaited<ReturnType<typeof openMemberRoom>>,
) {
  const folders = [root, inner, deep, shared].map(({ id }) => id);
  const files = [file, draft].map(({ id }) => id);
  const entries = async (path: string) => {
    const { status, body } = await client.get(path);
    if (status !== 200) return status;
    return body.map(({ id, accessLevel, groupAccess, contents }: Record<string, unknown>) => ({
      id,
      accessLevel,
      groupAccess,
      contents,
    }));
  };
  const search = (await client.get('/api/search?query=merger%20note&limit=50')).body;
  const archive = async (id: number) => {
    const { status, bytes } = await client.get(`/api/folders/${id}/archive`);
    return status === 200
      ? (await unzip(bytes)).map(({ path }) => path).filter((path) => !/index/.test(path))
      : status;
  };
  // One at a time: a person may create only a few at once.
  const archives: unknown[] = [];
  for (const id of folders) archives.push(await archive(id));
  return {
    lists: await Promise.all(
      [
        ...['/api/folders?contents=true', '/api/folders?parentId=null&contents=true', '/api/files'],
        ...folders.flatMap((id) => [`/api/folders?parentId=${id}`, `/api/files?folderId=${id}`]),
        `/api/files/thumbnails?ids=${files.join(',')}`,
      ].map(entries),
    ),
    tree: (await client.get('/api/folder-tree')).body,
    statuses: await Promise.all(
      files.flatMap((id) =>
        ['', '/pages', '/download'].map(async (path) => (await client.get(`/api/files/${id}${path}`)).status),
      ),
    ),
    found: [...search.citations, ...search.relatedDocuments].map(({ fileId }) => fileId).sort(),
    suggested: (await client.get('/api/search/suggestions?query=merger')).body.names,
    archives,
  };
}

describe('view as a member', () => {
  test('every list shows what the member sees in the room, and nothing of what they have elsewhere', async ({
    testApp,
  }) => {
    const room = await openMemberRoom(testApp);
    await testApp.finishJobs();
    for (const [address, member] of [
      ['visitor@example.test', room.visitor],
      [room.email, room.account],
    ] as const) {
      const viewer = await room.view(address);
      expect(await seen(viewer, room)).toEqual(await seen(member, room));
      expect((await viewer.get('/api/visitor/status')).body.viewAs).toMatchObject({
        groupName: 'Bidder A',
        memberEmail: address,
      });
    }
    // The account sees a draft in the folder that it works in; the group does not.
    const viewer = await room.view(room.email);
    expect((await viewer.get(`/api/files/${room.draft.id}`)).status).toBe(200);
    const own = await room.account.file({ name: 'private-merger.txt' });
    const folder = await room.account.folder('Private');
    const inOther = await room.account.file({ folderId: folder.id });
    expect((await room.account.get('/api/files')).body.map(({ id }: { id: number }) => id)).toContain(own.id);
    for (const path of [
      `/api/files/${own.id}`,
      `/api/files/${inOther.id}`,
      `/api/folders/${folder.id}`,
      `/api/files/${own.id}/download`,
    ])
      expect([path, (await viewer.get(path)).status]).toEqual([path, 404]);
    const listed = JSON.stringify([
      (await viewer.get('/api/files')).body,
      (await viewer.get('/api/files?folderId=null')).body,
      (await viewer.get('/api/folders')).body,
      (await viewer.get('/api/search/suggestions?query=private')).body,
    ]);
    expect(listed).not.toMatch(/private/i);
    for (const path of ['/api/user', '/api/trash', '/api/users'])
      expect([401, 403]).toContain((await viewer.get(path)).status);
    const changes = [
      await viewer.post('/api/folders', { name: 'New', parentId: room.shared.id }),
      await viewer.patch(`/api/folders/${room.shared.id}`, { name: 'Renamed' }),
      await viewer.delete(`/api/files/${room.draft.id}`),
      await viewer.form('/api/files', [{ name: 'folderId', value: String(room.shared.id) }]),
    ];
    for (const { status, body } of changes)
      expect([status, body.error]).toEqual([403, 'View as is read-only.']);
  });

  test('it ends with the membership, follows the rules of the room, and is recorded with the member', async ({
    testApp,
  }) => {
    const { owner, root, group, file, email, memberOf, view } = await openMemberRoom(testApp);
    const url = `/api/rooms/${root.id}/view-as`;
    const another = await openRoom(testApp);
    await addMembers(another.owner, another.group, 'elsewhere@example.test');
    const [elsewhere] = await membersOf(another.owner, another.group);
    for (const memberId of [elsewhere?.id, 999_999]) {
      const { status, body } = await owner.post(url, { memberId });
      expect([status, body.error]).toEqual([404, 'The member could not be found.']);
    }
    const editor = await testApp.user();
    await testApp.share(root.id, editor);
    const { id: memberId = 0 } = memberOf(email) ?? {};
    expect((await editor.post(url, { memberId })).status).toBe(403);
    expect((await owner.post(url, { memberId, groupId: group.id })).status).toBe(400);
    const viewer = await view('visitor@example.test');
    expect((await viewer.get(`/api/files/${file.id}/download`)).status).toBe(200);
    await owner.patch(`/api/rooms/${root.id}`, { settings: { allowedDomains: ['bidder.test'] } });
    expect((await viewer.get('/api/files')).body).toEqual([]);
    await owner.patch(`/api/rooms/${root.id}`, { settings: { allowedDomains: [] } });
    expect((await viewer.get(`/api/files/${file.id}`)).status).toBe(200);
    const { id: visitorId } = memberOf('visitor@example.test') ?? {};
    await owner.delete(`/api/groups/${group.id}/members/${visitorId}`);
    expect((await viewer.get('/api/visitor/status')).body.viewAs).toBeUndefined();
    const entries = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('action', 'in', ['room.view-as', 'file.download'])
      .where('actor_id', '=', owner.id)
      .orderBy('position')
      .execute();
    expect(entries.map(({ action, details }) => [action, JSON.parse(details ?? '{}')])).toEqual([
      ['room.view-as', expect.objectContaining({ roomId: root.id, memberId: visitorId })],
      ['file.download', expect.objectContaining({ viewAs: group.id, viewAsMember: visitorId })],
    ]);
  });
});
