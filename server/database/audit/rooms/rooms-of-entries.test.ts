import { sql } from 'kysely';
import { expect } from 'vitest';
import { findLastPosition } from '#server/testing/audit-events.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test, testWithOwnApp } from '#server/testing/test-app.ts';
import { hashAuditRow } from '../audit-chain.ts';
import { appendAuditRowsInOldForm } from '../persons/testing/append-in-old-form.ts';
import { verifyAuditLog } from '../verify-audit-log.ts';

async function roomsByAction({ server }: TestApp, after: number): Promise<Record<string, unknown>> {
  const rows = await server.services.db
    .selectFrom('audit_log')
    .select(['action', 'room_id'])
    .where('position', '>', after)
    .orderBy('position')
    .execute();
  return Object.fromEntries(rows.map(({ action, room_id }) => [action, room_id]));
}

test('events about entries, groups, links, invitations, requests and settings of a room name the room', async ({
  testApp,
}) => {
  const after = await findLastPosition(testApp);
  const { owner, root, inner, file, group } = await openRoom(testApp);
  const url = `/api/rooms/${root.id}`;
  await addMembers(owner, group, 'reader@example.test');
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await owner.get(`/api/files/${file.id}/view`);
  await owner.get(`/api/search?query=note&folderId=${inner.id}`);
  await owner.post(`/api/folders/${inner.id}/placeholders`, { name: 'Lease' });
  const { body: request } = await owner.post(`${url}/requests`, { text: 'The lease' });
  await owner.delete(`/api/requests/${request.id}`);
  const { body: link } = await owner.post('/api/links', {
    name: 'Fund',
    targets: [
      { kind: 'folder', id: inner.id },
      { kind: 'file', id: file.id },
    ],
  });
  await owner.patch(`/api/links/${link.id}`, { name: 'Fund X' });
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id] });
  await visitor.post('/api/visitor/logout');
  const invited = await owner.post('/api/invitations', {
    email: 'guest@example.test',
    role: 'visitor',
    folderIds: [inner.id],
  });
  expect(invited.status).toBe(201);
  await owner.patch(url, { settings: { numbering: 'dense' } });
  await putJson(owner, `${url}/staff/${(await testApp.user()).id}`, { role: 'editor' });
  await owner.delete(`/api/files/${file.id}`);
  await owner.delete(`/api/trash/files/${file.id}`);
  const found = await roomsByAction(testApp, after);
  const expected = [
    ...['room.create', 'group.create', 'group.add-members', 'permissions.update', 'file.view', 'search.ask'],
    ...['placeholder.create', 'request.create', 'request.delete', 'link.create', 'link.update'],
    ...['invitation.create', 'room.update', 'room.appoint', 'file.delete', 'file.purge'],
  ];
  expect(found).toMatchObject(Object.fromEntries(expected.map((action) => [action, root.id])));
  // The folder was no room yet.
  expect(found['folder.create']).toBeNull();
});

test('what lies outside of rooms, or in two of them, and refused calls name no room', async ({ testApp }) => {
  const [first, second] = [await openRoom(testApp), await openRoom(testApp)];
  const { owner, inner } = first;
  const outside = await owner.folder('Outside');
  await putJson(second.owner, `/api/rooms/${second.root.id}/staff/${owner.id}`, { role: 'manager' });
  const unrelated = await testApp.user();
  const after = await findLastPosition(testApp);
  const link = (name: string, ...ids: number[]) =>
    owner.post('/api/links', { name, targets: ids.map((id) => ({ kind: 'folder', id })) });
  expect((await link('Both', inner.id, second.inner.id)).status).toBe(201);
  expect((await link('Partly', inner.id, outside.id)).status).toBe(201);
  await owner.file({ folderId: outside.id });
  await owner.file();
  await unrelated.get(`/api/folders/${inner.id}`);
  const rows = await testApp.server.services.db
    .selectFrom('audit_log')
    .select(['action', 'room_id'])
    .where('position', '>', after)
    .orderBy('position')
    .execute();
  expect(rows.map(({ action, room_id }) => `${action} ${room_id}`)).toEqual([
    'link.create null',
    'link.create null',
    'file.upload null',
    'file.upload null',
    'call.refused null',
  ]);
});

test('what is moved or restored out of a room is an event of the room', async ({ testApp }) => {
  const { owner, root, inner, file } = await openRoom(testApp);
  const outside = await owner.folder('Outside');
  const folder = await owner.folder('Leaves', inner.id);
  const after = await findLastPosition(testApp);
  expect((await owner.patch(`/api/files/${file.id}/move`, { folderId: outside.id })).status).toBe(200);
  expect((await owner.patch(`/api/folders/${folder.id}`, { parentId: outside.id })).status).toBe(200);
  const found = await roomsByAction(testApp, after);
  expect(found).toEqual({ 'file.move': root.id, 'folder.move': root.id });
  const back = await findLastPosition(testApp);
  expect((await owner.patch(`/api/files/${file.id}/move`, { folderId: inner.id })).status).toBe(200);
  expect(await roomsByAction(testApp, back)).toEqual({ 'file.move': root.id });
});

test('a room that was moved into another one is no room of its own', async ({ testApp }) => {
  const { owner, root, inner, file } = await openRoom(testApp);
  const outer = await owner.folder('Outer');
  expect((await owner.patch(`/api/folders/${root.id}`, { parentId: outer.id })).status).toBe(200);
  expect((await owner.post('/api/rooms', { folderId: outer.id })).status).toBe(201);
  const after = await findLastPosition(testApp);
  await owner.patch(`/api/files/${file.id}`, { name: 'renamed.txt' });
  await owner.post('/api/links', {
    name: 'Fund',
    targets: [
      { kind: 'folder', id: inner.id },
      { kind: 'file', id: file.id },
    ],
  });
  expect(await roomsByAction(testApp, after)).toEqual({ 'file.rename': outer.id, 'link.create': outer.id });
});

test('a repeated view in a room is recorded once', async ({ testApp }) => {
  const { owner, file } = await openRoom(testApp);
  await owner.get(`/api/files/${file.id}/view`);
  const before = await findLastPosition(testApp);
  await owner.get(`/api/files/${file.id}/view`);
  expect(await findLastPosition(testApp)).toBe(before);
});

test('readers see the room apart from the details', async ({ testApp }) => {
  const { root, inner } = await openRoom(testApp);
  const admin = await testApp.user({ isAdmin: true });
  await admin.patch(`/api/folders/${inner.id}`, { name: 'Money' });
  const { body } = await admin.get(`/api/admin/audit?action=folder.rename&roomId=${root.id}`);
  expect(body).toMatchObject([{ roomId: root.id, details: { name: 'Money' } }]);
  expect(Object.keys(body[0].details)).toEqual(['name']);
});

testWithOwnApp('rows with rooms verify beside rows of earlier versions', async ({ testApp }) => {
  const { services } = testApp.server;
  const { owner, inner, root } = await openRoom(testApp);
  await appendAuditRowsInOldForm(services, { actorId: owner.id, actorName: owner.username });
  await owner.folder('New', inner.id);
  const verify = async () => (await verifyAuditLog(services.db, services.signingKeys)).problem;
  expect(await verify()).toBeUndefined();
  const row = await services.db
    .selectFrom('audit_log')
    .selectAll()
    .where('room_id', '=', root.id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  // The fields that verifiers of earlier versions hash.
  const content = JSON.stringify([
    ...[row.previous_hash, row.position, row.occurred_at, row.actor_kind, row.actor_id, row.actor_name],
    ...[row.action, row.object_kind, row.object_id, row.object_name, row.result, row.details, row.address],
  ]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  expect(Buffer.from(digest).toString('hex')).toBe(row.hash);
  expect(hashAuditRow(row)).toBe(row.hash);
  const triggers =
    process.env['MUNIMENT_TEST_DATABASE'] === 'postgres'
      ? ['audit_log_rejects_update on audit_log']
      : ['audit_log_rejects_update'];
  for (const trigger of triggers) await sql`drop trigger ${sql.raw(trigger)}`.execute(services.db);
  for (const room_id of [null, root.id + 1]) {
    await services.db
      .updateTable('audit_log')
      .set({ room_id })
      .where('position', '=', row.position)
      .execute();
    expect(await verify()).toBe(`row ${row.position}: it names another room than the one that was recorded`);
  }
});
