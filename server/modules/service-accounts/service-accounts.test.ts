import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { clientWithToken } from '#server/testing/clients/token-client.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const INVALID = { error: 'This token is not valid.', code: 'unauthenticated' };

async function openRoom(testApp: TestApp) {
  const owner = await testApp.user();
  const room = await owner.folder('Room');
  await owner.post('/api/rooms', { folderId: room.id });
  const [inner, other] = [await owner.folder('Legal', room.id), await owner.folder('Finance', room.id)];
  return { owner, room, inner, other, url: `/api/rooms/${room.id}/service-accounts` };
}

describe('a service account', () => {
  test('a service account works in its room with its scope, and nowhere else', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, room, inner, url } = await openRoom(testApp);
    const elsewhere = await owner.folder('Elsewhere');
    const position = await findLastPosition(testApp);
    const reader = await owner.post(url, { name: 'Reporter', scope: 'read' });
    expect([reader.status, reader.body]).toMatchObject([
      201,
      { name: 'Reporter', scope: 'read', folders: null, expiresAt: null, hasToken: true },
    ]);
    const script = clientWithToken(testApp.server, reader.body.token);
    expect((await script.get(`/api/folders/${inner.id}`)).body.accessLevel).toBe('collaborator');
    expect((await script.get(`/api/folders/${elsewhere.id}`)).status).toBe(404);
    expect((await script.post('/api/folders', { name: 'New', parentId: inner.id })).status).toBe(403);
    // It cannot read even what is given to it by mistake: the account is not found, and its token is for the room alone.
    const given = await owner.post(`/api/folders/${elsewhere.id}/collaborators`, { userId: reader.body.id });
    expect(given.status).toBe(404);
    const { db, now } = testApp.server.services;
    const row = { folder_id: elsewhere.id, user_id: reader.body.id, created_at: now() };
    await db
      .insertInto('collaborators')
      .values({ ...row, granted_by_id: owner.id })
      .execute();
    expect((await script.get(`/api/folders/${elsewhere.id}`)).status).toBe(404);

    const writer = clientWithToken(
      testApp.server,
      (await owner.post(url, { name: 'Filer', scope: 'write' })).body.token,
    );
    const made = await writer.post('/api/folders', { name: 'Filed', parentId: inner.id });
    expect(made.status).toBe(201);
    for (const [path, body] of [
      ['/api/folders', { name: 'Outside', parentId: null }],
      [`/api/rooms/${room.id}/groups`, { name: 'Group' }],
      [url, { name: 'Another', scope: 'read' }],
      ['/api/user/tokens', { name: 'Another', scope: 'read' }],
    ] as const)
      expect([path, (await writer.post(path, body)).status]).toEqual([path, expect.toBeOneOf([403, 404])]);
    const events = await listAuditEvents(testApp, position);
    expect(events.filter(({ action }) => action === 'service-account.create')).toHaveLength(2);
    expect(events.find(({ action }) => action === 'folder.create')?.details).toMatchObject({
      through: 'Filer',
    });
    expect(JSON.stringify(events)).not.toContain(reader.body.token);
  });

  test('a service account is limited to folders of the room, addresses and an end', async ({ testApp }) => {
    const { owner, inner, other, url } = await openRoom(testApp);
    const foreign = await owner.folder('Foreign');
    const limits = { name: 'Scanner', scope: 'read', folderIds: [inner.id] };
    const refused = await owner.post(url, { ...limits, folderIds: [inner.id, foreign.id] });
    expect(refused.status).toBe(404);
    expect((await owner.post(url, { ...limits, scope: 'admin' })).status).toBe(400);
    expect((await owner.post(url, { ...limits, expiresAt: '2001-01-01T00:00:00Z' })).status).toBe(400);
    const expiresAt = new Date(testApp.server.services.now() + 60_000).toISOString();
    const { body } = await owner.post(url, { ...limits, addressRanges: ['198.51.100.0/24'], expiresAt });
    expect(body.folders).toEqual([{ id: inner.id, name: 'Legal' }]);
    const here = clientWithToken(testApp.server, body.token, '198.51.100.7');
    expect((await here.get(`/api/folders/${inner.id}`)).status).toBe(200);
    expect((await here.get(`/api/folders/${other.id}`)).status).toBe(404);
    expect((await clientWithToken(testApp.server, body.token).get(`/api/folders/${inner.id}`)).status).toBe(
      403,
    );
    const { db } = testApp.server.services;
    // A new token keeps the limits that are not given; an end that has passed comes after the same time again.
    const renew = () => owner.post(`/api/service-accounts/${body.id}/token`);
    expect((await renew()).body).toMatchObject({ expiresAt });
    const now = testApp.server.services.now();
    await db
      .updateTable('api_tokens')
      .set({ created_at: now - 60_001, expires_at: now - 1 })
      .where('user_id', '=', body.id)
      .execute();
    expect((await here.get(`/api/folders/${inner.id}`)).body).toEqual(INVALID);
    const renewed = await renew();
    expect(renewed.body).toMatchObject({
      folders: [{ id: inner.id }],
      addressRanges: ['198.51.100.0/24'],
      expiresAt,
    });
    const again = clientWithToken(testApp.server, renewed.body.token, '198.51.100.7');
    expect((await again.get(`/api/folders/${other.id}`)).status).toBe(404);
  });

  test('a service account has no password, no session, no mail, and appears in no list of people', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, room, url } = await openRoom(testApp);
    const administrator = await testApp.user({ isAdmin: true });
    const { body } = await owner.post(url, { name: 'Robot', scope: 'write' });
    const email = `${body.username}@service.invalid`;
    for (const username of [body.username, email])
      for (const password of ['', 'service:', PASSWORD])
        expect((await testApp.anonymous.post('/api/login', { username, password })).status).not.toBe(200);
    const { db } = testApp.server.services;
    await db
      .updateTable('sessions')
      .set({ user_id: body.id })
      .where('user_id', '=', administrator.id)
      .execute();
    // A session of a service account, however it came to be, is none.
    expect((await administrator.get('/api/user')).status).toBe(401);
    const second = await testApp.user({ isAdmin: true });
    expect((await second.get(`/api/users?username=${body.username}`)).body).toEqual([]);
    expect((await second.patch(`/api/admin/users/${body.id}`, { password: PASSWORD })).status).toBe(404);
    expect((await second.delete(`/api/admin/users/${body.id}`)).status).toBe(404);
    const staff = await owner.get(`/api/rooms/${room.id}/staff`);
    expect(staff.body.map(({ id }: { id: number }) => id)).toEqual([owner.id]);
    expect(
      (await db.selectFrom('account_links').select('user_id').execute()).map((row) => row.user_id),
    ).not.toContain(body.id);
  });

  test('a service account is not asked for a second factor that the staff must have', async ({ testApp }) => {
    const { owner, inner, url } = await openRoom(testApp);
    const { body } = await owner.post(url, { name: 'Robot', scope: 'read' });
    const { db } = testApp.server.services;
    const setting = { name: 'requireSecondFactor', value: '"everybody"' };
    await db.insertInto('system_settings').values(setting).execute();
    const script = clientWithToken(testApp.server, body.token);
    expect((await script.get(`/api/folders/${inner.id}`)).status).toBe(200);
    await db.deleteFrom('system_settings').where('name', '=', setting.name).execute();
  });

  test('a service account ends with its token and its deletion; what it filed passes to the owner of the room', async ({
    testApp,
  }) => {
    const { owner, room, inner, url } = await openRoom(testApp);
    const manager = await testApp.user();
    await owner.send({
      method: 'PUT',
      url: `/api/rooms/${room.id}/staff/${manager.id}`,
      payload: JSON.stringify({ role: 'manager' }),
      headers: { 'content-type': 'application/json' },
    });
    const created = (await manager.post(url, { name: 'Filer', scope: 'write' })).body;
    const first = clientWithToken(testApp.server, created.token);
    const made = (await first.post('/api/folders', { name: 'Filed', parentId: inner.id })).body;
    const renewed = (await owner.post(`/api/service-accounts/${created.id}/token`, { scope: 'read' })).body;
    expect((await first.get(`/api/folders/${inner.id}`)).body).toEqual(INVALID);
    const second = clientWithToken(testApp.server, renewed.token);
    expect((await second.get(`/api/folders/${inner.id}`)).status).toBe(200);
    expect((await second.post('/api/folders', { name: 'More', parentId: inner.id })).status).toBe(403);
    expect((await manager.delete(`/api/service-accounts/${created.id}`)).body).toEqual({ success: true });
    expect((await second.get(`/api/folders/${inner.id}`)).body).toEqual(INVALID);
    expect((await owner.get(url)).body).toEqual([]);
    expect((await owner.get(`/api/folders/${made.id}`)).body.ownerId).toBe(owner.id);
    expect((await owner.delete(`/api/service-accounts/${created.id}`)).status).toBe(404);
  });

  test.for(['created', 'renewed'] as const)(
    'a service account ends for a former manager who %s it, and goes on with a new token',
    async (way, { testApp }) => {
      const { owner, room, inner, url } = await openRoom(testApp);
      const manager = await testApp.user();
      const appoint = (role: string) =>
        owner.send({
          method: 'PUT',
          url: `/api/rooms/${room.id}/staff/${manager.id}`,
          payload: JSON.stringify({ role }),
          headers: { 'content-type': 'application/json' },
        });
      await appoint('manager');
      const maker = way === 'created' ? manager : owner;
      const created = (await maker.post(url, { name: 'Filer', scope: 'write', folderIds: [inner.id] })).body;
      const renew = (client: typeof owner) => client.post(`/api/service-accounts/${created.id}/token`, {});
      const known = way === 'created' ? created.token : (await renew(manager)).body.token;
      const script = clientWithToken(testApp.server, known);
      const read = () => script.get(`/api/folders/${inner.id}`);
      expect((await read()).status).toBe(200);
      // Demoted, they stay on the staff, with rights of their own but no longer those of the program.
      expect((await appoint('editor')).status).toBe(200);
      expect((await read()).body).toEqual(INVALID);
      expect((await owner.delete(`/api/rooms/${room.id}/staff/${manager.id}`)).status).toBe(200);
      expect((await read()).body).toEqual(INVALID);
      expect((await owner.get(url)).body).toMatchObject([{ id: created.id, hasToken: false }]);
      const { body } = await renew(owner);
      expect(body).toMatchObject({ hasToken: true, scope: 'write', folders: [{ id: inner.id }] });
      const next = clientWithToken(testApp.server, body.token);
      expect((await next.get(`/api/folders/${inner.id}`)).status).toBe(200);
    },
  );

  test('a service account is renewed after a restore only with limits that somebody chose', async ({
    testApp,
  }) => {
    const { owner, inner, url } = await openRoom(testApp);
    const created = (await owner.post(url, { name: 'Filer', scope: 'read', folderIds: [inner.id] })).body;
    const { db } = testApp.server.services;
    await db.deleteFrom('api_tokens').where('user_id', '=', created.id).execute();
    expect((await owner.get(url)).body).toMatchObject([{ scope: null, hasToken: false }]);
    const renew = (body: object) => owner.post(`/api/service-accounts/${created.id}/token`, body);
    expect((await renew({})).status).toBe(400);
    expect((await renew({ scope: 'read' })).status).toBe(400);
    expect((await renew({ scope: 'read', folderIds: [inner.id] })).status).toBe(201);
  });
});

test('a purged room leaves no rows behind, and its accounts, deleted ones too, are deleted', async ({
  testApp,
}) => {
  const { owner, room, inner, url } = await openRoom(testApp);
  const [kept, removed] = [
    (await owner.post(url, { name: 'Filer', scope: 'write' })).body,
    (await owner.post(url, { name: 'Reporter', scope: 'read' })).body,
  ];
  const filer = clientWithToken(testApp.server, kept.token);
  expect((await filer.post('/api/folders', { name: 'Filed', parentId: inner.id })).status).toBe(201);
  expect((await owner.delete(`/api/service-accounts/${removed.id}`)).status).toBe(200);
  await owner.delete(`/api/folders/${room.id}`);
  expect((await owner.delete(`/api/trash/folders/${room.id}`)).status).toBe(200);
  await testApp.finishJobs();
  const { db } = testApp.server.services;
  const left = await db.selectFrom('folders').select('id').where('id', 'in', [room.id, inner.id]).execute();
  expect(left).toEqual([]);
  const accounts = await db
    .selectFrom('users')
    .select(['service_room_id', 'deleted_at'])
    .where('id', 'in', [kept.id, removed.id])
    .execute();
  expect(accounts).toEqual(Array(2).fill({ service_room_id: null, deleted_at: expect.any(Number) }));
  expect((await filer.get('/api/folders')).status).toBe(401);
});
