import { test as base, describe, expect } from 'vitest';
import { makeDocx, paragraph } from '#server/engines/documents/testing/make-documents.ts';
import { createTestClient, type TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { openTestApp, type TestApp, test as testWithoutViewer } from '#server/testing/test-app.ts';

const DOCX = makeDocx(paragraph('A clause.'));
const FIVE_MINUTES = 5 * 60 * 1000;
const MADE_UP = `/api/online-views/${'A'.repeat(200)}`;
const CLOSED = { error: 'This link is invalid or has expired.', code: 'not-found' };

const test = base.extend<{ $file: { testApp: TestApp } }>({
  testApp: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from this pattern
    async ({}, use) => {
      const testApp = await openTestApp({
        config: { onlineOfficeViewer: true, publicUrl: 'https://room.example.test' },
      });
      await use(testApp);
      await testApp.close();
    },
    { scope: 'file' },
  ],
});

const open = (client: TestClient, id: number) => client.post(`/api/files/${id}/online-view`);

/** Returns the URL that the external viewer would request. */
function sourceIn(body: { address: string }): string {
  const address = new URL(body.address);
  expect(address.origin).toBe('https://view.officeapps.live.com');
  const source = new URL(address.searchParams.get('src') ?? '');
  expect(source.origin).toBe('https://room.example.test');
  return source.pathname;
}

async function openFolder(testApp: TestApp, { allowDownload = true, name = 'plan.docx' } = {}) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const file = await owner.file({ name, content: DOCX, folderId: folder.id, allowDownload });
  return { owner, folder, file };
}

describe('with the online viewer switched on', () => {
  test('anyone with the URL gets the one file, for five minutes', async ({ testApp }) => {
    const { owner, file } = await openFolder(testApp);
    const answer = await open(owner, file.id);
    expect(answer.status).toBe(201);
    const source = sourceIn(answer.body);
    const fetched = await testApp.anonymous.get(source);
    expect([fetched.status, fetched.bytes.equals(DOCX)]).toEqual([200, true]);
    expect(fetched.headers['content-disposition']).toContain('plan.docx');
    testApp.advanceClock(FIVE_MINUTES);
    const late = await testApp.anonymous.get(source);
    expect([late.status, late.body]).toEqual([404, CLOSED]);
  });

  test('a view-only file is refused to everybody, administrators included', async ({ testApp }) => {
    const { owner, folder, file } = await openFolder(testApp, { allowDownload: false });
    const admin = await testApp.user({ isAdmin: true });
    const welcome = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
    for (const client of [owner, admin, welcome]) expect((await open(client, file.id)).status).toBe(403);
  });

  test('a visitor opens the online viewer only with download permission', async ({ testApp }) => {
    const { owner, folder, file } = await openFolder(testApp);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    const welcome = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
    expect([(await open(visitor, file.id)).status, (await open(welcome, file.id)).status]).toEqual([
      403, 201,
    ]);
  });

  test('an administrator with excluded rooms and a member of many groups open it too', async ({
    testApp,
  }) => {
    const member = await testApp.user();
    for (let at = 0; at < 15; at += 1) {
      const room = await openRoom(testApp);
      await addMembers(room.owner, room.group, member.email);
    }
    const { db } = testApp.server.services;
    await db.updateTable('rooms').set({ administrators_can_read: 0 }).execute();
    const own = await openFolder(testApp);
    await testApp.share(own.folder.id, member);
    for (const client of [await testApp.user({ isAdmin: true }), member]) {
      const source = sourceIn((await open(client, own.file.id)).body);
      expect((await testApp.anonymous.get(source)).status).toBe(200);
    }
  });

  test('the address of the person counts, not that of the server which fetches the file', async ({
    testApp,
  }) => {
    const administrator = await testApp.user({ isAdmin: true });
    const { owner, root } = await openRoom(testApp);
    const file = await owner.file({ name: 'plan.docx', content: DOCX, folderId: root.id });
    const elsewhere = createTestClient(testApp.server.http, undefined, { remoteAddress: '203.0.113.7' });
    const only = (range: string) =>
      putJson(administrator, '/api/admin/address-rules', {
        administrators: [],
        staff: ['127.0.0.1'],
        rooms: [{ roomId: root.id, ranges: [range] }],
      });
    expect((await only('127.0.0.1')).status).toBe(200);
    const source = sourceIn((await open(owner, file.id)).body);
    expect((await elsewhere.get(source)).status).toBe(200);
    // The rule is compared again at each request.
    expect((await only('203.0.113.7')).status).toBe(200);
    expect(await elsewhere.get(source)).toMatchObject({ status: 404, body: CLOSED });
    expect((await open(owner, file.id)).status).toBe(404);
    await putJson(administrator, '/api/admin/address-rules', { administrators: [], staff: [], rooms: [] });
  });

  test('an invisible file is not found', async ({ testApp }) => {
    const { file } = await openFolder(testApp);
    const unrelatedUser = await testApp.user();
    expect((await open(unrelatedUser, file.id)).status).toBe(404);
    expect((await open(testApp.anonymous, file.id)).status).toBe(401);
  });

  test('the URL ends when the file is restricted or deleted, or its viewer loses access', async ({
    testApp,
  }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { owner, folder, file } = await openFolder(testApp);
    const reader = await testApp.user();
    await testApp.share(folder.id, reader);
    const source = sourceIn((await open(reader, file.id)).body);
    const statusNow = async () => (await testApp.anonymous.get(source)).status;
    expect(await statusNow()).toBe(200);
    await admin.patch(`/api/files/${file.id}/allow-download`, { allowDownload: false });
    expect(await statusNow()).toBe(404);
    await admin.patch(`/api/files/${file.id}/allow-download`, { allowDownload: true });
    expect(await statusNow()).toBe(200);
    await testApp.unshare(folder.id, reader);
    expect(await statusNow()).toBe(404);
    const own = sourceIn((await open(owner, file.id)).body);
    await owner.delete(`/api/files/${file.id}`);
    expect((await testApp.anonymous.get(own)).status).toBe(404);
  });

  test('an invented or changed URL is refused', async ({ testApp }) => {
    const { owner, file } = await openFolder(testApp);
    const source = sourceIn((await open(owner, file.id)).body);
    const changed = `${source.slice(0, -2)}${source.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const path of [changed, MADE_UP]) expect((await testApp.anonymous.get(path)).body).toEqual(CLOSED);
    expect((await testApp.anonymous.get('/api/online-views/x')).status).toBe(400);
  });

  test('only Office files are opened in the online viewer, and each time is recorded', async ({
    testApp,
  }) => {
    const { owner, file } = await openFolder(testApp);
    const text = await owner.file({ name: 'note.txt', content: 'A note.' });
    expect((await open(owner, text.id)).status).toBe(415);
    await open(owner, file.id);
    await open(owner, file.id);
    const log = await testApp.server.services.db
      .selectFrom('audit_log')
      .select('object_id')
      .where('action', '=', 'file.view-online')
      .where('object_id', 'in', [file.id, text.id])
      .execute();
    expect(log.map(({ object_id }) => object_id)).toEqual([file.id, file.id]);
  });

  test('pages may embed the online viewer in a frame', async ({ testApp }) => {
    expect((await testApp.anonymous.get('/api/user')).headers['content-security-policy']).toContain(
      "frame-src 'self' https://view.officeapps.live.com;",
    );
    expect((await testApp.anonymous.get('/api/system-settings/public')).body.onlineOfficeViewer).toBe(true);
  });
});

testWithoutViewer(
  'without the online viewer its URL is not found, and no page may embed it',
  async ({ testApp }) => {
    const { owner, file } = await openFolder(testApp);
    expect((await open(owner, file.id)).body).toEqual({
      error: 'The online viewer is not enabled.',
      code: 'not-found',
    });
    expect((await testApp.anonymous.get(MADE_UP)).status).toBe(404);
    expect((await owner.get('/api/user')).headers['content-security-policy']).toContain("frame-src 'self';");
  },
);
