import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { withoutRoom } from '#server/database/audit/rooms/room-detail.ts';
import { verifyAuditExport } from '#server/database/audit/verify-audit-export.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { openTestApp, type TestApp, testWithOwnApp } from '#server/testing/test-app.ts';
import type { AuditEntry } from '#shared/contracts/audit.ts';

/** Fills a room that administrators may not read, and deletes it permanently. */
async function purgeClosedRoom(testApp: TestApp) {
  const { services } = testApp.server;
  const begun = services.now();
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  await owner.file({ folderId: inner.id, name: 'quetzal.txt', content: 'The quetzal clause.' });
  await addMembers(owner, group, 'quetzal@example.test');
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await owner.post(`/api/rooms/${root.id}/requests`, { text: 'quetzal papers' });
  await owner.post('/api/links', { name: 'quetzal link', targets: [{ kind: 'folder', id: inner.id }] });
  await owner.post('/api/invitations', {
    email: 'quetzal@guest.test',
    role: 'visitor',
    folderIds: [inner.id],
  });
  await owner.get('/api/search?query=price of the quetzal');
  const admin = await purge(testApp, room);
  // Triggers write the history with the clock of the database, which no test sets.
  await sql`update rooms_history set valid_from_at = ${begun}`.execute(services.db);
  return { ...room, admin };
}

async function createGroupLink(client: TestClient, name: string, groupId: number): Promise<void> {
  const settings = { requireCode: true };
  expect((await client.post('/api/links', { name, groupId, settings })).status).toBe(201);
}

/** Closes a room to administrators and deletes it permanently; returns an administrator. */
async function purge(testApp: TestApp, { owner, root }: Awaited<ReturnType<typeof openRoom>>) {
  const admin = await testApp.user({ isAdmin: true });
  const settings = { administratorsCanRead: false };
  expect((await owner.patch(`/api/rooms/${root.id}`, { settings })).status).toBe(200);
  expect((await owner.delete(`/api/folders/${root.id}`)).status).toBe(200);
  expect((await owner.delete(`/api/trash/folders/${root.id}`)).status).toBe(200);
  return admin;
}

/** Makes the entries those of an earlier version, which name no room. */
async function writeAsEarlierVersion({ server }: TestApp): Promise<void> {
  const { db } = server.services;
  const trigger =
    process.env['MUNIMENT_TEST_DATABASE'] === 'postgres'
      ? sql`drop trigger audit_log_rejects_update on audit_log`
      : sql`drop trigger audit_log_rejects_update`;
  await trigger.execute(db);
  const rows = await db.selectFrom('audit_log').select(['position', 'details']).execute();
  for (const { position, details } of rows)
    await db
      .updateTable('audit_log')
      .set({ room_id: null, details: withoutRoom(details) })
      .where('position', '=', position)
      .execute();
}

async function readLog(admin: { get(url: string): Promise<{ body: AuditEntry[] }> }): Promise<string> {
  return JSON.stringify((await admin.get('/api/admin/audit')).body);
}

testWithOwnApp(
  'entries of a room that excluded administrators stay hidden from them after it was permanently deleted',
  async ({ testApp }) => {
    const { admin, root } = await purgeClosedRoom(testApp);
    expect(await readLog(admin)).not.toContain('quetzal');
    await testApp.finishJobs();
    const { db } = testApp.server.services;
    expect(await db.selectFrom('rooms').select('folder_id').execute()).toEqual([]);
    expect(await readLog(admin)).not.toContain('quetzal');
    // What happened to the room itself stays visible.
    const { body } = await admin.get('/api/admin/audit?action=room.create');
    expect(body[0].object).toEqual({ kind: 'folder', id: root.id, name: 'Deal' });
    const other = await admin.folder('quetzal elsewhere');
    await admin.get('/api/search?query=quetzal elsewhere');
    expect(await readLog(admin)).toContain(other.name);
  },
);

testWithOwnApp('entries of earlier versions about such a room stay hidden too', async ({ testApp }) => {
  const { admin } = await purgeClosedRoom(testApp);
  await testApp.finishJobs();
  await writeAsEarlierVersion(testApp);
  expect(await readLog(admin)).not.toContain('quetzal');
});

test('entries of earlier versions about a link into a group stay hidden, those of other rooms readable', async () => {
  const testApp = await openTestApp({ config: WITH_MAIL });
  onTestFinished(() => testApp.close());
  const other = await openRoom(testApp);
  await createGroupLink(other.owner, 'ocelot group', other.group.id);
  const room = await openRoom(testApp);
  await createGroupLink(room.owner, 'quetzal group', room.group.id);
  const token = await createTokenClient(testApp.server, room.owner, { scope: 'write' });
  await createGroupLink(token, 'quetzal token', room.group.id);
  const admin = await purge(testApp, room);
  await testApp.finishJobs();
  await writeAsEarlierVersion(testApp);
  const log = await readLog(admin);
  expect([log.includes('ocelot group'), log.includes('quetzal')]).toEqual([true, false]);
});

testWithOwnApp(
  'entries of a room that administrators could read stay readable after it was permanently deleted',
  async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    const admin = await testApp.user({ isAdmin: true });
    await owner.folder('ocelot', root.id);
    await owner.delete(`/api/folders/${root.id}`);
    await owner.delete(`/api/trash/folders/${root.id}`);
    await testApp.finishJobs();
    expect(await readLog(admin)).toContain('ocelot');
  },
);

testWithOwnApp('an export is complete and verifies', async ({ testApp }) => {
  const { admin } = await purgeClosedRoom(testApp);
  await testApp.finishJobs();
  const { status, bytes } = await admin.get('/api/admin/audit/export');
  expect(status).toBe(200);
  const text = bytes.toString();
  expect(text).toContain('quetzal.txt');
  const { rows, filters } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
  expect([rows, filters]).toEqual([text.trimEnd().split('\n').length - 1, {}]);
  const folder = await mkdtemp(join(tmpdir(), 'muniment-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'log.jsonl'), text);
  expect((await verifyAuditExport(join(folder, 'log.jsonl'))).problem).toBeUndefined();
});

testWithOwnApp(
  'nobody takes other entries from administrators by deleting such a room',
  async ({ testApp }) => {
    const [bystander, other] = [await testApp.user(), await testApp.user()];
    await bystander.get('/api/search?query=an earlier ocelot');
    testApp.advanceClock(1_000);
    const { owner, admin, root } = await purgeClosedRoom(testApp);
    const file = await other.file({ name: 'ocelot.txt' });
    expect((await other.post('/api/files/bulk/archive', { fileIds: [file.id] })).status).toBe(200);
    await other.post('/api/invitations', { email: 'ocelot@guest.test', role: 'visitor', allFolders: true });
    await owner.folder('ocelot elsewhere');
    await testApp.finishJobs();
    const log = await readLog(admin);
    for (const text of ['an earlier ocelot', 'ocelot.txt', 'ocelot@guest.test', 'ocelot elsewhere'])
      expect(log).toContain(text);
    const archived = (await admin.get('/api/admin/audit?action=file.archive')).body;
    expect(archived.map(({ details }: AuditEntry) => details)).toEqual([
      expect.objectContaining({ fileIds: [file.id] }),
    ]);
    // The list names no room whose entries it hides.
    const entries: AuditEntry[] = (await admin.get('/api/admin/audit')).body;
    const hidden = entries.filter(({ object }) => object?.name === '');
    expect(hidden.length).toBeGreaterThan(0);
    expect(hidden.every(({ roomId }) => roomId === null)).toBe(true);
    const { body } = await admin.get(`/api/admin/audit?roomId=${root.id}`);
    expect(body.every(({ action }: AuditEntry) => action.startsWith('room.'))).toBe(true);
  },
);
