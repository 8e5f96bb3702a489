import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, openRoom } from '#server/testing/room-fixture.ts';
import { test, testWithOwnApp } from '#server/testing/test-app.ts';
import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import type { RoomTemplate } from '#shared/contracts/rooms/templates.ts';
import { DELIVERED_TEMPLATES } from './delivered/delivered-templates.ts';

const templatesOf = async (client: TestClient): Promise<RoomTemplate[]> =>
  (await client.get('/api/room-templates')).body;

const indexOf = async (client: TestClient, roomId: number): Promise<string[]> =>
  String((await client.get(`/api/rooms/${roomId}/index?format=csv`)).bytes)
    .replaceAll('\uFEFF', '')
    .trim()
    .split(/\r?\n/)
    .slice(1);

describe('delivered templates', () => {
  test('each creates a room with its numbers in order', { tags: ['sqlite'] }, async ({ testApp }) => {
    const owner = await testApp.user();
    const templates = await templatesOf(owner);
    expect(templates.map(({ name }) => name)).toEqual(DELIVERED_TEMPLATES.map(({ name }) => name));
    for (const [at, { id, name, folders, groups, requests }] of templates.entries()) {
      expect([name, folders >= 40 && folders <= 80, requests >= 10 && requests <= 30]).toEqual([
        name,
        true,
        true,
      ]);
      const started = performance.now();
      const { status, body } = await owner.post('/api/rooms', { name, templateId: id });
      expect([status, body.state, performance.now() - started < 2_000]).toEqual([201, 'preparation', true]);
      const expected = Object.entries(DELIVERED_TEMPLATES[at]?.folders ?? {}).flatMap(
        ([above, inside], i) => [
          `${i + 1},${above}`,
          ...inside.map((below, j) => `${i + 1}.${j + 1},${below}`),
        ],
      );
      const lines = (await indexOf(owner, body.id)).map((line) => line.replaceAll('"', ''));
      expect(lines.map((line, i) => line.startsWith(expected[i] ?? '?'))).toEqual(expected.map(() => true));
      expect((await owner.get(`/api/rooms/${body.id}/groups`)).body).toHaveLength(groups);
      const listed: RoomRequest[] = (await owner.get(`/api/rooms/${body.id}/requests`)).body;
      expect(listed.map(({ number }) => number)).toEqual(Array.from({ length: requests }, (_, i) => i + 1));
      expect(listed.every(({ areaId }) => areaId !== null)).toBe(true);
      expect((await owner.get(`/api/rooms/${body.id}/drafts`)).body).toMatchObject({ folders: 0, files: 0 });
    }
  });

  test('nobody deletes one', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const [first] = await templatesOf(admin);
    expect((await admin.delete(`/api/room-templates/${first?.id}`)).status).toBe(409);
  });
});

describe('a folder that becomes a room', () => {
  test('a folder that becomes a room takes what a template adds: folders that exist are kept and filled, others are created', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const [template] = await templatesOf(owner);
    const [[above = '', [below = ''] = []] = []] = Object.entries(DELIVERED_TEMPLATES[0]?.folders ?? {});
    const folder = await owner.folder('Deal');
    const own = await owner.folder('Own papers', folder.id);
    const kept = await owner.folder(above.toUpperCase(), folder.id);
    const inner = await owner.folder(below, kept.id);
    const body = { folderId: folder.id, templateId: template?.id, state: 'preparation' };
    const refused = await owner.post('/api/rooms', { ...body, templateId: 999_999 });
    expect([refused.status, (await owner.get('/api/rooms')).body]).toEqual([404, []]);
    const created = await owner.post('/api/rooms', body);
    expect([created.status, created.body.state]).toEqual([201, 'preparation']);
    const folders: { id: number; name: string; parentId: number | null }[] = (await owner.get('/api/folders'))
      .body;
    // The folder itself and its own one; two of the template are there already.
    expect(folders).toHaveLength((template?.folders ?? 0) + 2);
    expect(folders).toEqual(
      expect.arrayContaining([own, kept, inner].map(({ id, name }) => expect.objectContaining({ id, name }))),
    );
    expect(folders.filter(({ name }) => name.toUpperCase() === above.toUpperCase())).toHaveLength(1);
    expect(folders.filter(({ parentId }) => parentId === kept.id)).toHaveLength(
      Object.values(DELIVERED_TEMPLATES[0]?.folders ?? {})[0]?.length ?? 0,
    );
    expect((await owner.get(`/api/rooms/${folder.id}/groups`)).body).toHaveLength(template?.groups ?? 0);
    expect((await owner.get(`/api/rooms/${folder.id}/requests`)).body).toHaveLength(template?.requests ?? 0);
    expect((await owner.get(`/api/rooms/${folder.id}/drafts`)).body).toMatchObject({ folders: 0, files: 0 });
  });

  test('in preparation is for its staff alone from then on', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Deal');
    const guest = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    expect((await guest.get(`/api/folders/${folder.id}`)).status).toBe(200);
    await owner.post('/api/rooms', { folderId: folder.id, state: 'preparation' });
    expect((await guest.get(`/api/folders/${folder.id}`)).status).toBe(404);
  });
});

describe('a new room', () => {
  test('a new room has managers, a code name and a state; a refused request creates nothing', async ({
    testApp,
  }) => {
    const [owner, manager] = [await testApp.user(), await testApp.user()];
    const details = { name: 'Otter', codeName: 'Lutra', state: 'open' };
    const { status, body } = await owner.post('/api/rooms', {
      ...details,
      managerIds: [owner.id, manager.id, manager.id],
    });
    expect([status, body]).toMatchObject([201, details]);
    expect((await manager.get('/api/rooms')).body).toMatchObject([{ id: body.id, staffRole: 'manager' }]);
    for (const [wrong, expected] of [
      [{ managerIds: [999_999] }, 404],
      [{ templateId: 999_999 }, 404],
      [{ state: 'closed' }, 400],
      [{ folderId: body.id }, 400],
      [{ name: '  ' }, 400],
    ] as const)
      expect((await owner.post('/api/rooms', { name: 'Refused', ...wrong })).status).toBe(expected);
    expect((await owner.post('/api/rooms', {})).status).toBe(400);
    expect((await owner.get('/api/rooms')).body).toHaveLength(1);
    expect((await owner.get('/api/folders?parentId=null')).body).toHaveLength(1);
  });

  testWithOwnApp('counts its folders for the quota', async ({ testApp }) => {
    const [owner, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    const { db } = testApp.server.services;
    const [first] = await templatesOf(owner);
    expect((await admin.patch('/api/admin/system-settings', { userQuotaFolders: 10 })).status).toBe(200);
    const refused = await owner.post('/api/rooms', { name: 'Large', templateId: first?.id });
    expect(refused.status).toBe(409);
    expect(await db.selectFrom('folders').select('id').execute()).toEqual([]);
  });
});

describe('a saved template', () => {
  test('brings back structure, groups, areas and requests, never documents or people', async ({
    testApp,
  }) => {
    const { owner, root, inner, group } = await openRoom(testApp);
    await addMembers(owner, group, 'bidder@example.test');
    const first = await owner.folder('Corporate', root.id);
    await owner.patch(`/api/folders/${root.id}/order`, {
      kind: 'folder',
      id: first.id,
      before: { kind: 'folder', id: inner.id },
    });
    const area = (await owner.post(`/api/rooms/${root.id}/areas`, { name: 'Tax' })).body;
    await owner.post(`/api/rooms/${root.id}/requests`, {
      text: 'Returns',
      areaId: area.id,
      groupId: group.id,
      responsibleId: owner.id,
      priority: 'high',
      state: 'provided',
    });
    const saved = await owner.post('/api/room-templates', { roomId: root.id, name: 'Mine' });
    expect([saved.status, saved.body]).toMatchObject([
      201,
      { name: 'Mine', isDelivered: false, folders: 3, groups: 1, requests: 1 },
    ]);
    const { content } = await testApp.server.services.db
      .selectFrom('room_templates')
      .select('content')
      .where('id', '=', saved.body.id)
      .executeTakeFirstOrThrow();
    expect(content).not.toMatch(/bidder@|\.pdf|\.txt/);
    const before = await findLastPosition(testApp);
    const room = (await owner.post('/api/rooms', { name: 'Copy', templateId: saved.body.id })).body;
    const created = await listAuditEvents(testApp, before);
    const lines = (await indexOf(owner, room.id)).map((line) => line.replaceAll('"', '').split(','));
    expect(lines.map(([number, name]) => [number, name])).toEqual([
      ['1', 'Corporate'],
      ['2', 'Finance'],
      ['2.1', 'Salaries'],
    ]);
    const [copied] = (await owner.get(`/api/rooms/${room.id}/groups`)).body;
    expect(copied).toMatchObject({ name: 'Bidder A', memberCount: 0 });
    const requests = (await owner.get(`/api/rooms/${room.id}/requests`)).body;
    const [copiedArea] = (await owner.get(`/api/rooms/${room.id}/areas`)).body;
    expect(requests).toMatchObject([
      { number: 1, text: 'Returns', groupId: copied.id, areaId: copiedArea.id, priority: 'high' },
    ]);
    expect(requests).toMatchObject([{ responsibleId: null, state: 'open', files: [] }]);
    const object = `folder ${room.id} Copy`;
    expect(created.slice(-2)).toMatchObject([
      { action: 'area.create', object, details: { areaId: copiedArea.id, name: 'Tax' } },
      { action: 'request.import', object, details: { created: 1, firstNumber: 1, lastNumber: 1 } },
    ]);
  });

  test('a saved template belongs to its creator and administrators', async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    const [other, admin] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    expect((await other.post('/api/room-templates', { roomId: root.id, name: 'Mine' })).status).toBe(404);
    const { id } = (await owner.post('/api/room-templates', { roomId: root.id, name: 'Mine' })).body;
    expect((await templatesOf(other)).map((template) => template.id)).not.toContain(id);
    expect((await templatesOf(admin)).map((template) => template.id)).toContain(id);
    expect((await other.post('/api/rooms', { name: 'Taken', templateId: id })).status).toBe(404);
    expect((await other.delete(`/api/room-templates/${id}`)).status).toBe(404);
    expect((await owner.delete(`/api/room-templates/${id}`)).status).toBe(200);
    expect((await owner.delete(`/api/room-templates/${id}`)).status).toBe(404);
    const actions = testApp.server.services.db.selectFrom('audit_log').select('action');
    const rows = await actions
      .where('action', 'like', 'template.%')
      .where('actor_id', '=', owner.id)
      .where('result', '=', 'done')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['template.create', 'template.delete']);
  });

  testWithOwnApp(
    'an administrator from whom a room is hidden sees no template of others, and may delete it',
    async ({ testApp }) => {
      const { owner, root } = await openRoom(testApp);
      const admin = await testApp.user({ isAdmin: true });
      const { id } = (await owner.post('/api/room-templates', { roomId: root.id, name: 'Mine' })).body;
      const setRule = (administratorsCanRead: boolean) =>
        owner.patch(`/api/rooms/${root.id}`, { settings: { administratorsCanRead } });
      const idsOf = async () => (await templatesOf(admin)).map((template) => template.id);
      expect(await idsOf()).toContain(id);
      expect((await setRule(false)).status).toBe(200);
      expect(await idsOf()).not.toContain(id);
      expect((await admin.post('/api/rooms', { name: 'Taken', templateId: id })).status).toBe(404);
      expect((await owner.post('/api/rooms', { name: 'Own', templateId: id })).status).toBe(201);
      expect((await admin.delete(`/api/room-templates/${id}`)).status).toBe(200);
    },
  );

  test('a saved template has at most 1,000 requests, and a person at most 100 templates', async ({
    testApp,
  }) => {
    const { owner, root } = await openRoom(testApp);
    const { db } = testApp.server.services;
    const save = async () => {
      const { status, body } = await owner.post('/api/room-templates', { roomId: root.id, name: 'Large' });
      return [status, body.error];
    };
    const request = { room_id: root.id, area_id: null, group_id: null, text: 'Returns', created_at: 0 };
    const open = { ...request, priority: 'normal', state: 'open' } as const;
    for (let batch = 0; batch < 3; batch += 1)
      await db
        .insertInto('requests')
        .values(Array.from({ length: 334 }, (_, at) => ({ ...open, number: batch * 334 + at + 1 })))
        .execute();
    const tooMany = 'This room has more than 1,000 requests, the most that a template can have.';
    expect(await save()).toEqual([409, tooMany]);
    await db.deleteFrom('requests').where('room_id', '=', root.id).where('number', '>', 1_000).execute();
    expect(await save()).toEqual([201, undefined]);
    const { id: _, ...saved } = await db
      .selectFrom('room_templates')
      .selectAll()
      .where('creator_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    expect(saved.request_count).toBe(1_000);
    const copy = { ...saved, content: '{"folders":[],"groups":[],"areas":[],"requests":[]}' };
    await db
      .insertInto('room_templates')
      .values(Array.from({ length: 99 }, () => copy))
      .execute();
    expect(await save()).toEqual([409, 'You can have at most 100 templates. Delete one first.']);
  });

  test('a saved template has at most 2,000 folders', async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    const { db } = testApp.server.services;
    const folder = { parent_id: root.id, owner_id: owner.id, created_at: 0, deleted_at: null };
    for (let batch = 0; batch < 4; batch += 1)
      await db
        .insertInto('folders')
        .values(Array.from({ length: 500 }, (_, at) => ({ ...folder, name: `${batch}-${at}` })))
        .execute();
    const { status, body } = await owner.post('/api/room-templates', { roomId: root.id, name: 'Large' });
    expect([status, body.error]).toEqual([
      409,
      'This room has more than 2,000 folders, the most that a template can have.',
    ]);
  });
});
