import { describe, expect } from 'vitest';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

const MINUTE = 60_000;

/** Creates a room, and a client with the cookies of its manager and of a view as the group. */
async function viewRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, group } = room;
  const answer = await owner.post(`/api/rooms/${root.id}/view-as`, { groupId: group.id });
  expect(answer.status).toBe(201);
  const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
  const viewer = createTestClient(testApp.server.http, [owner.cookie, ...cookies].join('; '));
  return { ...room, viewer, cookies, url: `/api/rooms/${root.id}/view-as` };
}

/** Removes what differs between two sessions: signatures of images, and measured times. */
const comparable = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value) => (/^(signature|duration)$/.test(key) ? 0 : value)));

describe('view as', () => {
  test('every path answers as it answers a member of the group', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root, inner, deep, file, group, viewer } = await viewRoom(testApp);
    await owner.file({ name: 'hidden.txt', content: 'Merger secret.', folderId: deep.id });
    const alone = await owner.file({ name: 'alone.txt', content: 'Merger of one.', folderId: deep.id });
    const outside = await owner.folder('Outside');
    await grant(owner, root.id, { folder: inner, group, level: 'original' });
    await grant(owner, root.id, { folder: deep, group, level: 'none' });
    expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
    const permissions = `/api/rooms/${root.id}/permissions`;
    const rows = (await owner.get(`${permissions}?folderId=${deep.id}`)).body;
    const version = rows.find(({ id }: { id: number }) => id === alone.id).version;
    const cell = { kind: 'file', id: alone.id, groupId: group.id, level: 'view', version };
    expect((await owner.patch(permissions, { cells: [cell] })).status).toBe(200);
    await addMembers(owner, group, 'member@example.test');
    const [listed] = await membersOf(owner, group);
    const member = createTestClient(testApp.server.http);
    await member.get(`/api/visitor/auth/${listed?.inviteUrl?.slice(-43)}`);
    await testApp.finishJobs();
    const ids = [root.id, inner.id, deep.id, outside.id];
    const paths = [
      ...[
        '/api/folders',
        '/api/folders?parentId=null',
        '/api/folder-tree',
        '/api/files',
        '/api/files?folderId=null',
      ],
      ...ids.flatMap((id) => [
        ...[`/api/folders/${id}`, `/api/folders?parentId=${id}`, `/api/files?folderId=${id}`],
        ...[`/api/folders/${id}/groups`, `/api/folders/${id}/activity`, `/api/rooms/${id}/groups`],
      ]),
      ...[file.id, alone.id].flatMap((id) =>
        ['', '/pages', '/view', '/download', '/audience', '/pdf'].map((path) => `/api/files/${id}${path}`),
      ),
      `/api/files/thumbnails?ids=${file.id},${alone.id}`,
      ...['/api/search/suggestions?query=a', '/api/search?query=merger', '/api/search?query=note'],
      ...['/api/rooms', '/api/user', '/api/trash', '/api/users', '/api/sessions'],
    ];
    for (const path of paths) {
      const [as, own] = [await viewer.get(path), await member.get(path)];
      expect([path, as.status, comparable(as.body)]).toEqual([path, own.status, comparable(own.body)]);
    }
    expect((await viewer.get('/api/files')).body.map(({ id }: { id: number }) => id)).toEqual([
      alone.id,
      file.id,
    ]);
    const archive = `/api/folders/${inner.id}/archive`;
    const pathsIn = async (client: TestClient) =>
      (await unzip((await client.get(archive)).bytes)).map(({ path }) => path);
    expect(await pathsIn(viewer)).toEqual(await pathsIn(member));
    const bulk = { fileIds: [file.id] };
    expect((await viewer.post('/api/files/bulk/archive', bulk)).status).toBe(200);
  });

  test('changes are refused, nothing counts as a view, and the use is in the audit log', async ({
    testApp,
  }) => {
    const { owner, root, inner, file, group, viewer, url } = await viewRoom(testApp);
    await grant(owner, root.id, { folder: inner, group, level: 'original' });
    expect((await viewer.get('/api/visitor/status')).body).toMatchObject({
      isVisitor: true,
      viewAs: { roomId: root.id, groupId: group.id, groupName: 'Bidder A' },
    });
    const changes = [
      await viewer.post('/api/folders', { name: 'New', parentId: inner.id }),
      await viewer.patch(`/api/folders/${inner.id}`, { name: 'Renamed' }),
      await viewer.delete(`/api/files/${file.id}`),
      await viewer.post('/api/receipts', {}),
      await viewer.post('/api/logout'),
      await viewer.get('/api/visitor/auth/unknown'),
    ];
    for (const { status, body } of changes)
      expect([status, body.error]).toEqual([403, 'View as is read-only.']);
    const again = await viewer.post(url, { groupId: group.id });
    expect([again.status, again.body.error]).toEqual([409, 'View as is already active.']);
    expect((await viewer.get(`/api/files/${file.id}/download`)).status).toBe(200);
    const viewTime = { batch: 1, pages: [{ page: 1, ms: 1_000 }] };
    expect((await viewer.post(`/api/files/${file.id}/views`, viewTime)).status).toBe(200);
    const { db } = testApp.server.services;
    const views = db.selectFrom('file_views').select('id').where('file_id', '=', file.id);
    expect(await views.execute()).toEqual([]);
    expect((await viewer.delete(url)).status).toBe(200);
    expect((await viewer.get('/api/user')).status).toBe(200);
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'actor_id', 'object_name', 'details'])
      .where('action', 'in', ['room.view-as', 'file.download', 'room.view-as-end'])
      .where('actor_id', '=', owner.id)
      .orderBy('position')
      .execute();
    expect(entries.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['room.view-as', 'user'],
      ['file.download', 'user'],
      ['room.view-as-end', 'user'],
    ]);
    expect(JSON.parse(entries[1]?.details ?? '')).toMatchObject({ viewAs: group.id });
    expect(entries[2]?.object_name).toBe('Bidder A');
  });

  test('it ends after 30 minutes, with the manager’s session, with their right and with the group', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const isViewing = async (client: TestClient) =>
      (await client.get('/api/visitor/status')).body.viewAs !== undefined;
    const first = await viewRoom(testApp);
    const other = await testApp.user();
    const stolen = createTestClient(testApp.server.http, [other.cookie, ...first.cookies].join('; '));
    const alone = createTestClient(testApp.server.http, first.cookies.join('; '));
    expect([await isViewing(first.viewer), await isViewing(stolen), await isViewing(alone)]).toEqual([
      true,
      false,
      false,
    ]);
    testApp.advanceClock(30 * MINUTE);
    expect(await isViewing(first.viewer)).toBe(false);
    expect((await first.viewer.get('/api/user')).status).toBe(200);
    expect((await first.viewer.delete(first.url)).status).toBe(200);

    const second = await viewRoom(testApp);
    await second.owner.delete(`/api/groups/${second.group.id}`);
    expect(await isViewing(second.viewer)).toBe(false);

    const third = await viewRoom(testApp);
    await testApp.server.services.db
      .updateTable('folders')
      .set({ owner_id: other.id })
      .where('id', '=', third.root.id)
      .execute();
    expect(await isViewing(third.viewer)).toBe(false);

    const fourth = await viewRoom(testApp);
    const loggedOut = createTestClient(testApp.server.http, fourth.owner.cookie);
    await loggedOut.post('/api/logout');
    expect((await fourth.viewer.get('/api/folders')).status).toBe(401);
    const left = await testApp.server.services.db.selectFrom('view_as_sessions').select('group_id').execute();
    expect(left.map(({ group_id }) => group_id)).not.toContain(fourth.group.id);
  });

  test('only a manager views a room, and only as one of its groups', async ({ testApp }) => {
    const { owner, root, group } = await openRoom(testApp);
    const another = await openRoom(testApp);
    const editor = await testApp.user();
    await testApp.share(root.id, editor);
    const url = `/api/rooms/${root.id}/view-as`;
    expect((await editor.post(url, { groupId: group.id })).status).toBe(403);
    expect((await another.owner.post(url, { groupId: group.id })).status).toBe(404);
    expect((await owner.post(url, { groupId: another.group.id })).status).toBe(404);
  });
});
