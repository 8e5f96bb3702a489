import { describe, expect } from 'vitest';
import { isPostgres } from '#server/database/open-database.ts';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { addMembers, grant, membersOf, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test, testWithOwnApp } from '#server/testing/test-app.ts';
import { makeArchive, openEntries, verifyBytes } from '../testing/take-archive.ts';

/** Makes the archive of a group, and a link that hands it over. */
async function shareArchive(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const archive = await makeArchive(testApp, owner, root.id, group.id);
  const link = await owner.post(`/api/archives/${archive.id}/links`, { name: 'For Bidder A' });
  const enter = async (email = 'party@example.test') => {
    const browser = openAccessPage(testApp.server, link.body.url);
    await browser.submit('email', { email });
    return { browser, entered: await browser.submit('enter') };
  };
  const url = `/api/archives/${archive.id}/download`;
  const setState = async (state: string) => {
    const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
    expect((await owner.post(`/api/rooms/${root.id}/state`, { state, version })).status).toBe(200);
  };
  return { ...room, archive, link, enter, url, setState };
}

describe('links to archives', () => {
  test('a party downloads its archive through a link, in a closed room too, and sees nothing else', async ({
    testApp,
  }) => {
    const { owner, root, inner, file, archive, link, enter, url, setState } = await shareArchive(testApp);
    const whole = await makeArchive(testApp, owner, root.id);
    expect([link.status, link.body.targets, link.body.archive]).toEqual([
      201,
      [],
      { id: archive.id, roomName: 'Deal' },
    ]);
    // What outsiders call the room.
    await owner.patch(`/api/rooms/${root.id}`, { codeName: 'Kestrel' });
    await setState('closed');
    const { browser, entered } = await enter();
    const { id, size, documents, createdAt } = archive;
    const shared = { id, roomName: 'Kestrel', size, documents, createdAt };
    expect([entered.status, entered.body.archive]).toEqual([200, shared]);
    expect((await browser.get('/api/visitor/status')).body).toMatchObject({
      isVisitor: true,
      archive: shared,
      folderId: null,
    });
    const { status, bytes, headers } = await browser.get(url);
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('Kestrel archive'),
    ]);
    expect((await verifyBytes(bytes)).message).toMatch(/files are as signed/);
    expect((await openEntries(bytes)).has('evidence/audit-log.jsonl')).toBe(false);
    expect((await browser.get(url, { range: 'bytes=0-3' })).bytes.toString('latin1')).toBe('PK\u0003\u0004');
    // A download that is continued is one.
    expect((await browser.get(url, { range: 'bytes=4-' })).status).toBe(206);
    expect((await owner.get(`/api/links/${link.body.id}`)).body).toMatchObject({ downloads: 2 });
    for (const path of [
      `/api/archives/${whole.id}/download`,
      `/api/files/${file.id}`,
      `/api/folders/${inner.id}`,
      `/api/folders/${root.id}`,
    ])
      expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
    expect((await browser.get(`/api/rooms/${root.id}/archives`)).status).toBe(403);
    for (const list of ['/api/folders', '/api/files']) expect((await browser.get(list)).body).toEqual([]);
    const { db } = testApp.server.services;
    const recorded = await db
      .selectFrom('audit_log')
      .select(['actor_kind', 'details'])
      .where('action', '=', 'archive.download')
      .execute();
    expect(recorded).toMatchObject([{ actor_kind: 'visitor' }]);
    expect((await owner.get(`/api/links/${link.body.id}`)).body).toMatchObject({ visits: 1, people: 1 });
    expect((await owner.get(`/api/links?kind=folder&id=${root.id}`)).body).toHaveLength(1);
  });

  test('a node that knows no archives cannot remove the bytes of one', async ({ testApp }) => {
    const { owner, archive, url } = await shareArchive(testApp);
    const { db } = testApp.server.services;
    const stored = await db
      .selectFrom('room_archives')
      .select('blob_key')
      .where('id', '=', archive.id)
      .executeTakeFirstOrThrow();
    const key = String(stored.blob_key);
    // SQLite has a single process, which knows them.
    if (isPostgres(db))
      await expect(db.deleteFrom('blobs').where('key', '=', key).execute()).rejects.toThrow(
        'room_archives_blob_key_fkey',
      );
    expect((await owner.get(url)).status).toBe(200);
    expect((await owner.delete(`/api/archives/${archive.id}`)).status).toBe(200);
    expect(await db.selectFrom('blobs').select('key').where('key', '=', key).execute()).toEqual([]);
  });

  test('the parts of an archive count as one download, and each further first part or whole archive as another', async ({
    testApp,
  }) => {
    const { owner, archive, link, enter, url } = await shareArchive(testApp);
    const { db } = testApp.server.services;
    const split_bytes = Math.ceil((archive.size ?? 0) / 3);
    await db.updateTable('room_archives').set({ split_bytes }).where('id', '=', archive.id).execute();
    const { browser } = await enter();
    for (const [path, range, status, downloads] of [
      ['?part=2', undefined, 200, 1],
      ['?part=3', 'bytes=0-3', 206, 1],
      ['', 'bytes=4-', 206, 1],
      ['?part=1', 'bytes=9999999999-', 416, 1],
      ['?part=1', undefined, 200, 2],
      ['?part=2', undefined, 200, 2],
      ['', 'lines=1-2', 200, 3],
      ['', 'bytes=1-2,4-5', 200, 4],
      ['?part=1', `bytes=-${split_bytes}`, 206, 5],
    ] as const) {
      const headers = range === undefined ? {} : { range };
      expect([path, range, (await browser.get(`${url}${path}`, headers)).status]).toEqual([
        path,
        range,
        status,
      ]);
      const { body } = await owner.get(`/api/links/${link.body.id}`);
      expect([path, range, body.downloads]).toEqual([path, range, downloads]);
    }
  });

  test('the link ends with its archive, its owner, its end and the rules of the room', async ({
    testApp,
  }) => {
    const { owner, root, archive, url } = await shareArchive(testApp);
    const { db } = testApp.server.services;
    const setRules = (settings: object) => owner.patch(`/api/rooms/${root.id}`, { settings });
    const setOwner = (owner_id: number) =>
      db.updateTable('folders').set({ owner_id }).where('id', '=', root.id).execute();
    const heir = await testApp.user();
    const nothing = async () => {};
    const closings: Record<string, [(id: number) => Promise<unknown>, () => Promise<unknown>]> = {
      disabled: [(id) => owner.patch(`/api/links/${id}`, { disabled: true }), nothing],
      revoked: [(id) => owner.delete(`/api/links/${id}`), nothing],
      'without visitors': [() => setRules({ allowVisitors: false }), () => setRules({ allowVisitors: true })],
      'of other domains': [
        () => setRules({ allowedDomains: ['bidder.example'] }),
        () => setRules({ allowedDomains: [] }),
      ],
      'of a demoted manager': [() => setOwner(heir.id), () => setOwner(owner.id)],
      'without archive': [() => owner.delete(`/api/archives/${archive.id}`), nothing],
    };
    for (const [name, [close, open]] of Object.entries(closings)) {
      const { body: link } = await owner.post(`/api/archives/${archive.id}/links`, { name });
      const browser = openAccessPage(testApp.server, link.url);
      await browser.submit('email', { email: 'party@example.test' });
      await browser.submit('enter');
      expect([name, (await browser.get(url)).status]).toEqual([name, 200]);
      await close(link.id);
      expect([name, [401, 404].includes((await browser.get(url)).status)]).toEqual([name, true]);
      const late = openAccessPage(testApp.server, link.url);
      expect([name, (await late.page()).body.error]).toEqual([name, 'This link is not available.']);
      await open();
    }
  });

  test('only managers create one, of a finished archive, and members of a group and other visitors get nothing', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, inner, group, archive, url } = await shareArchive(testApp);
    const [editor, other, member] = [await testApp.user(), await testApp.user(), await testApp.user()];
    await putJson(owner, `/api/rooms/${root.id}/staff/${editor.id}`, { role: 'editor' });
    await addMembers(owner, group, member.email, 'guest@example.test');
    const [, listed] = await membersOf(owner, group);
    const guest = createTestClient(testApp.server.http);
    await guest.get(`/api/visitor/auth/${listed?.inviteUrl?.slice(-43)}`);
    const invited = await testApp.visitor({ inviter: owner, folderIds: [inner.id], mayDownload: true });
    const create = (client: typeof owner) =>
      client.post(`/api/archives/${archive.id}/links`, { name: 'Mine' });
    expect([(await create(editor)).status, (await create(other)).status]).toEqual([403, 404]);
    for (const reader of [member, guest, invited, other]) expect((await reader.get(url)).status).toBe(404);
    const folderLink = { name: 'Folder', targets: [{ kind: 'folder', id: inner.id }] };
    const browser = openAccessPage(testApp.server, (await owner.post('/api/links', folderLink)).body.url);
    await browser.submit('email', { email: 'x@example.test' });
    await browser.submit('enter');
    expect((await browser.get(url)).status).toBe(404);
    const { id } = (await owner.post(`/api/rooms/${root.id}/archives`, { scope: 'room', format: 'zip' }))
      .body;
    const early = await owner.post(`/api/archives/${id}/links`, { name: 'Early' });
    expect([early.status, early.body.error]).toEqual([409, 'The archive is not finished.']);
  });
});

testWithOwnApp(
  'a link to an archive or a room opens nothing at an address that a rule of the room keeps out',
  async ({ testApp }) => {
    const { owner, root, inner, file, archive, link, enter, url } = await shareArchive(testApp);
    const admin = await testApp.user({ isAdmin: true });
    const urls = [link.body.url];
    for (const target of [
      { kind: 'folder', id: inner.id },
      { kind: 'file', id: file.id },
    ])
      urls.push((await owner.post('/api/links', { name: 'Other', targets: [target] })).body.url);
    const { browser } = await enter();
    const early = openAccessPage(testApp.server, link.body.url);
    await early.submit('email', { email: 'early@example.test' });
    const setRule = async (ranges: string[]) => {
      const rooms = ranges.length === 0 ? [] : [{ roomId: root.id, ranges }];
      const rules = { administrators: [], staff: [], rooms };
      expect((await putJson(admin, '/api/admin/address-rules', rules)).status).toBe(200);
    };
    const pageOf = (address: string) => openAccessPage(testApp.server, address).page();
    expect((await browser.get(url)).status).toBe(200);
    await setRule(['203.0.113.7']);
    expect((await browser.get(url)).status).toBe(404);
    expect((await browser.get('/api/visitor/status')).body).toMatchObject({ isVisitor: false });
    expect((await browser.get('/api/visitor/status')).body.archive).toBeUndefined();
    // Visitors who had begun to sign in learn as little, and so does anybody who only has the address.
    expect((await early.submit('enter')).status).toBe(404);
    for (const address of urls) {
      const page = await pageOf(address);
      expect([page.status, page.body.error]).toEqual([404, 'This link is not available.']);
    }
    await setRule(['127.0.0.1']);
    expect((await browser.get(url)).status).toBe(200);
    expect((await browser.get('/api/visitor/status')).body.archive).toMatchObject({ id: archive.id });
    for (const address of urls) expect((await pageOf(address)).status).toBe(200);
    await setRule([]);
    expect((await early.submit('enter')).status).toBe(200);
  },
);
