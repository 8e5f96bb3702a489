import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test, testWithOwnApp } from '#server/testing/test-app.ts';

const HOUR = 3_600_000;

/** Opens a room that administrators may not read, with a document of a rare word. */
async function openClosedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner } = room;
  const secret = await owner.file({
    folderId: inner.id,
    name: 'quetzal.txt',
    content: 'The quetzal clause.',
  });
  const admin = await testApp.user({ isAdmin: true });
  const { body } = await owner.patch(`/api/rooms/${root.id}`, { settings: { administratorsCanRead: false } });
  expect(body.settings.administratorsCanRead).toBe(false);
  await testApp.finishJobs();
  return { ...room, secret, admin };
}

const open = (admin: TestClient, { id }: { id: number }, reason = 'The manager has left') =>
  admin.post(`/api/rooms/${id}/emergency-access`, { reason });

const names = (body: unknown): string[] => (Array.isArray(body) ? body.map(({ name }) => name) : []);

testWithOwnApp(
  'a room that administrators may not read is in none of their lists, searches and logs',
  async ({ testApp }) => {
    const { owner, root, inner, secret, admin } = await openClosedRoom(testApp);
    const outside = await owner.folder('Ordinary');
    // Questions name no room: the one that a reader of this room asked may be about it.
    expect((await owner.get('/api/search?query=price of the albatross')).status).toBe(200);
    const found = async () => ({
      file: (await admin.get(`/api/files/${secret.id}`)).status,
      files: names((await admin.get('/api/files')).body).includes('quetzal.txt'),
      folders: names((await admin.get('/api/folders')).body).includes('Finance'),
      hits: (await admin.get('/api/search?query=quetzal')).body.citations.length > 0,
      trash: names((await admin.get('/api/trash')).body).includes('Discarded'),
      log: JSON.stringify((await admin.get('/api/admin/audit')).body).includes('quetzal.txt'),
      questions: JSON.stringify((await admin.get('/api/admin/audit')).body).includes('albatross'),
      mails: JSON.stringify((await admin.get('/api/admin/outbox')).body).includes('Finance'),
      exported: (await admin.get('/api/admin/audit/export')).status,
    });
    const trashed = await owner.folder('Discarded', inner.id);
    await owner.delete(`/api/folders/${trashed.id}`);
    await enqueueMail(systemContext(testApp.server.services), owner.email, {
      subject: 'A file was added to “Finance”',
      paragraphs: [],
      link: { label: 'Open', url: 'https://room.example.test' },
      reason: 'Test.',
    });
    const nothing = {
      file: 404,
      files: false,
      folders: false,
      hits: false,
      trash: false,
      log: false,
      questions: false,
      mails: false,
      exported: 403,
    };
    expect(await found()).toEqual(nothing);
    expect((await admin.get(`/api/folders/${outside.id}`)).status).toBe(200);
    const rooms = (await admin.get('/api/rooms?figures=true')).body;
    expect(rooms.find(({ id }: { id: number }) => id === root.id)).toEqual({
      id: root.id,
      name: 'Deal',
      codeName: null,
      state: 'open',
      staffRole: 'editor',
      needsEmergencyAccess: true,
      managers: [owner.username],
    });
    expect((await admin.get(`/api/rooms/${root.id}/staff`)).body).toHaveLength(1);
    // They cannot make themselves members of it either.
    expect(
      (await putJson(admin, `/api/rooms/${root.id}/staff/${admin.id}`, { role: 'manager' })).status,
    ).toBe(404);
    expect((await open(admin, root)).status).toBe(201);
    const everything = {
      file: 200,
      files: true,
      folders: true,
      hits: true,
      trash: true,
      log: true,
      questions: true,
      mails: true,
      exported: 200,
    };
    expect(await found()).toEqual(everything);
    testApp.advanceClock(HOUR);
    expect(await found()).toEqual(nothing);
  },
);

test('emergency access ends after an hour, and its reason is recorded and mailed to all managers', async ({
  testApp,
}) => {
  const { owner, root, secret, admin } = await openClosedRoom(testApp);
  const [manager, other] = [await testApp.user(), await testApp.user({ isAdmin: true })];
  await putJson(owner, `/api/rooms/${root.id}/staff/${manager.id}`, { role: 'manager' });
  expect((await open(owner, root)).status).toBe(403);
  expect((await open(manager, root)).status).toBe(403);
  expect((await open(await testApp.user(), root)).status).toBe(404);
  expect((await open(admin, root, ' ')).status).toBe(400);
  expect((await open(admin, root)).status).toBe(201);
  const canRead = async (client: TestClient) => (await client.get(`/api/files/${secret.id}`)).status === 200;
  expect([await canRead(admin), await canRead(other)]).toEqual([true, false]);
  const [access] = (await manager.get(`/api/rooms/${root.id}/emergency-access`)).body;
  expect(access).toMatchObject({ administrator: admin.username, reason: 'The manager has left' });
  const { db } = testApp.server.services;
  const mails = await db
    .selectFrom('outbox_messages')
    .select(['to_address', 'subject'])
    .where('to_address', 'in', [owner.email, manager.email])
    .execute();
  const notified = mails
    .filter(({ subject }) => subject.includes('emergency access'))
    .map(({ to_address }) => to_address);
  expect(notified.toSorted()).toEqual([owner.email, manager.email].toSorted());
  const row = await db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'room.emergency-access')
    .where('object_id', '=', root.id)
    .where('result', '=', 'done')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(row.details ?? '{}')).toMatchObject({ reason: 'The manager has left' });
  testApp.advanceClock(HOUR - 1);
  expect(await canRead(admin)).toBe(true);
  testApp.advanceClock(1);
  expect(await canRead(admin)).toBe(false);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { administratorsCanRead: true } });
  expect(await canRead(admin)).toBe(true);
  expect((await open(admin, root)).body.error).toBe('Administrators can read this room.');
});

test('an administrator on the staff has the rights of that role in the room', { tags: ['sqlite'] }, async ({
  testApp,
}) => {
  const { owner, root, inner, secret, admin } = await openClosedRoom(testApp);
  await putJson(owner, `/api/rooms/${root.id}/staff/${admin.id}`, { role: 'editor' });
  expect((await admin.get(`/api/files/${secret.id}`)).status).toBe(200);
  expect(names((await admin.get(`/api/files?folderId=${inner.id}`)).body)).toContain('quetzal.txt');
  expect((await admin.get('/api/search?query=quetzal')).body.citations.length).toBeGreaterThan(0);
  const state = await admin.post(`/api/rooms/${root.id}/state`, { state: 'closed', version: 1 });
  expect(state.status).toBe(403);
  const rule = await admin.patch(`/api/rooms/${root.id}`, { settings: { administratorsCanRead: true } });
  expect(rule.status).toBe(403);
});

test('what an administrator shared before opens nothing of the room', { tags: ['sqlite'] }, async ({
  testApp,
}) => {
  const { owner, root, inner, file, admin } = await openClosedRoom(testApp);
  const visitors = [
    await testApp.visitor({ inviter: admin, allFolders: true }),
    await testApp.visitor({ inviter: admin, folderIds: [inner.id] }),
  ];
  for (const visitor of visitors) expect((await visitor.get(`/api/files/${file.id}`)).status).not.toBe(200);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { administratorsCanRead: true } });
  for (const visitor of visitors) expect((await visitor.get(`/api/files/${file.id}`)).status).toBe(200);
});

test('an administrator manages the links to everything else, as long as a room excludes administrators', async ({
  testApp,
}) => {
  const { owner, root, inner, admin } = await openClosedRoom(testApp);
  const group = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder C' });
  expect(group.status).toBe(201);
  const linkTo = async ({ id }: { id: number }) =>
    (await owner.post('/api/links', { name: 'Link', targets: [{ kind: 'folder', id }] })).body.id;
  const [outside, inside] = [await linkTo(await owner.folder('Ordinary')), await linkTo(inner)];
  const change = (id: number) => admin.patch(`/api/links/${id}`, { disabled: true });
  expect([(await change(outside)).status, (await change(inside)).status]).toEqual([200, 404]);
});

testWithOwnApp(
  'a deleted manager leaves the room to another manager, never to an administrator',
  async ({ testApp }) => {
    const { owner, root, secret, admin } = await openClosedRoom(testApp);
    const [manager, editor, otherAdmin] = [
      await testApp.user(),
      await testApp.user(),
      await testApp.user({ isAdmin: true }),
    ];
    await putJson(owner, `/api/rooms/${root.id}/staff/${editor.id}`, { role: 'editor' });
    const remove = () => admin.delete(`/api/admin/users/${owner.id}`);
    const refused = await remove();
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining('alone manages the room “Deal”'),
    ]);
    await putJson(owner, `/api/rooms/${root.id}/staff/${manager.id}`, { role: 'manager' });
    expect((await remove()).status).toBe(200);
    expect((await admin.get(`/api/files/${secret.id}`)).status).toBe(404);
    expect((await manager.get(`/api/files/${secret.id}`)).status).toBe(200);
    expect((await manager.get(`/api/rooms/${root.id}`)).body.staffRole).toBe('manager');
    // The editors of the room do not depend on the administrator who deleted the account.
    const demoted = await otherAdmin.patch(`/api/admin/users/${admin.id}`, { isAdmin: false });
    expect(demoted.status).toBe(200);
    expect((await editor.get(`/api/files/${secret.id}`)).status).toBe(200);
    expect((await manager.get(`/api/files/${secret.id}`)).status).toBe(200);
  },
);
