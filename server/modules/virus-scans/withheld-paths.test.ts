import { afterAll, expect, vi } from 'vitest';
import { enqueueEvents } from '#server/app/domain-events.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { fetchPagesSignature } from '#server/testing/clients/signed-url.ts';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { startFakeClamd } from '#server/testing/fakes/clamd-server.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
const test = testWith({ config: { virusScanner: clamd.address } });

const SECRET = 'kingfisher';
const CONTENT = `The ${SECRET} nests here.`;

/** Scans everything again, with a virus that was not known before. */
async function findVirus(testApp: TestApp, virus = SECRET): Promise<void> {
  await requestScans(testApp, virus);
  await testApp.finishJobs();
}

async function requestScans(testApp: TestApp, virus: string): Promise<void> {
  clamd.virus = virus;
  const { db, now } = testApp.server.services;
  const blobs = await db.selectFrom('blobs').select('key').where('scan_state', 'is not', null).execute();
  const jobs = blobs.map(({ key }) => ({
    kind: 'content.virus_rescan_requested',
    payload: JSON.stringify({ blobKey: key }),
    created_at: now(),
    run_at: now(),
  }));
  await db.insertInto('jobs').values(jobs).execute();
}

async function openScene(testApp: TestApp) {
  clamd.virus = 'nothing yet';
  const { owner, root, inner, group } = await openRoom(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const file = await owner.file({ name: 'nest.txt', content: CONTENT, folderId: inner.id });
  const harmless = await owner.file({ name: 'bank.txt', content: 'The river bank.', folderId: inner.id });
  const versions = `/api/files/${file.id}/versions`;
  await owner.form(versions, [{ name: 'file', value: `${CONTENT} Twice.`, filename: 'nest.txt' }]);
  await testApp.finishJobs();
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [inner.id], mayDownload: true });
  const token = await createTokenClient(testApp.server, owner, { scope: 'write' });
  const administrator = await testApp.user({ isAdmin: true });
  return { owner, root, inner, file, harmless, readers: { owner, member, visitor, token, administrator } };
}

/** Every call that answers with bytes or text of a file. */
const urlsOf = (file: number, signature: string): string[] => [
  ...['download', 'view', 'pdf', 'pages', 'pages/matches?query=nests'].map(
    (what) => `/api/files/${file}/${what}`,
  ),
  ...[
    'versions/1/download',
    'versions/1/view',
    'versions/1/pages',
    'compare?a=1&b=2',
    'compare/pdf?a=1&b=2',
  ].map((what) => `/api/files/${file}/${what}`),
  `/api/files/${file}/pages/1?signature=${signature}`,
  `/api/files/${file}/compare/pages/1?a=1&b=2&side=b&signature=${signature}`,
  `/api/files/${file}/thumbnail?signature=${signature}`,
];

test('no call gives bytes or text of a file in which a virus was found later', async ({ testApp }) => {
  const { owner, root, inner, file, harmless, readers } = await openScene(testApp);
  const archived = (await owner.post(`/api/rooms/${root.id}/archives`, { scope: 'room', format: 'zip' }))
    .body;
  await testApp.finishJobs();
  expect((await owner.get(`/api/archives/${archived.id}/download`)).status).toBe(200);
  const signatures = new Map<TestClient, string>();
  for (const client of Object.values(readers))
    signatures.set(client, await fetchPagesSignature(client, file.id));
  // Rendered and cached before.
  const [, , , , , , , , , , page = ''] = urlsOf(file.id, signatures.get(owner) ?? '');
  expect((await owner.get(page)).status).toBe(200);
  await findVirus(testApp);
  for (const [name, client] of Object.entries(readers)) {
    for (const url of urlsOf(file.id, signatures.get(client) ?? '')) {
      const { status, bytes } = await client.get(url);
      const examines = name === 'administrator' && /\/(?:download|view)$/.test(url);
      if (examines) expect([url, status]).toEqual([url, 200]);
      else {
        expect([name, url, [403, 404, 409].includes(status) ? 'refused' : status]).toEqual([
          name,
          url,
          'refused',
        ]);
        expect(bytes.toString()).not.toContain(SECRET);
      }
    }
    expect((await client.get(`/api/files/thumbnails?ids=${file.id}`)).bytes.toString()).not.toContain(
      'signature',
    );
    for (const url of [
      `/api/files/${file.id}`,
      `/api/search?query=nests&method=keyword`,
      `/api/search?query=${encodeURIComponent('Where does it nest?')}`,
      `/api/files/${file.id}/versions`,
    ])
      expect([name, url, (await client.get(url)).bytes.toString().includes('nests here')]).toEqual([
        name,
        url,
        false,
      ]);
    // Other files go with their archive; this one is named with the reason.
    for (const archive of [
      await client.get(`/api/folders/${inner.id}/archive`),
      await client.post('/api/files/bulk/archive', { fileIds: [file.id, harmless.id] }),
    ])
      if (archive.status === 200) {
        const entries = await unzip(archive.bytes);
        expect(entries.filter(({ bytes }) => bytes.includes(SECRET))).toEqual([]);
        expect(entries.some(({ bytes }) => bytes.includes('A virus was found'))).toBe(true);
      }
  }
  // The archive of the room contains it.
  expect((await owner.get(`/api/archives/${archived.id}/download`)).status).toBe(409);
  const next = (await owner.post(`/api/rooms/${root.id}/archives`, { scope: 'room', format: 'zip' })).body;
  await testApp.finishJobs();
  const { status, bytes } = await owner.get(`/api/archives/${next.id}/download`);
  expect(status).toBe(200);
  const leaking = (await unzip(bytes)).filter((entry) => entry.bytes.includes(SECRET));
  expect(leaking.map(({ path }) => path)).toEqual([]);
});

test('an archive of a room is back once nothing of the room is withheld any more', async ({ testApp }) => {
  const { owner, root } = await openScene(testApp);
  const asked = { scope: 'room', format: 'zip' };
  const { id } = (await owner.post(`/api/rooms/${root.id}/archives`, asked)).body;
  await testApp.finishJobs();
  const statusOf = async () => (await owner.get(`/api/archives/${id}/download`)).status;
  // What was never in it does not withhold it.
  clamd.virus = 'wren';
  const added = await owner.file({ name: 'wren.txt', content: 'A wren.', folderId: root.id });
  await testApp.finishJobs();
  expect(await statusOf()).toBe(200);
  await findVirus(testApp);
  expect(await statusOf()).toBe(409);
  await findVirus(testApp, 'no such content');
  expect((await owner.get(`/api/files/${added.id}`)).body.scan).toBeUndefined();
  expect(await statusOf()).toBe(200);
});

test('an archive of a room says that a file could not be scanned, and is back once it could', async ({
  testApp,
}) => {
  const { owner, root, file, harmless } = await openScene(testApp);
  const { id } = (await owner.post(`/api/rooms/${root.id}/archives`, { scope: 'room', format: 'zip' })).body;
  await testApp.finishJobs();
  const download = async () => {
    const { status, body } = await owner.get(`/api/archives/${id}/download`);
    return [status, body?.error];
  };
  const accepted = clamd.maxStreamBytes;
  clamd.maxStreamBytes = CONTENT.length - 1;
  await findVirus(testApp, 'nothing yet').finally(() => {
    clamd.maxStreamBytes = accepted;
  });
  expect((await owner.get(`/api/files/${file.id}`)).body.scan).toBe('unscannable');
  expect((await owner.get(`/api/files/${harmless.id}`)).body.scan).toBeUndefined();
  expect(await download()).toEqual([
    409,
    'A file of this room could not be scanned for viruses after the archive was created. Create it again.',
  ]);
  await findVirus(testApp, 'nothing yet');
  expect((await download())[0]).toBe(200);
  await findVirus(testApp);
  expect(await download()).toEqual([
    409,
    'A virus was found in a file of this room after the archive was created. Create it again.',
  ]);
});

test('a job that withholds archives withholds none once the files are clean', async ({ testApp }) => {
  const { owner, root, file } = await openScene(testApp);
  const { id } = (await owner.post(`/api/rooms/${root.id}/archives`, { scope: 'room', format: 'zip' })).body;
  await testApp.finishJobs();
  const { db, now } = testApp.server.services;
  const payload = { fileIds: [file.id] };
  await enqueueEvents(db, 'room.archives_withheld', [{ payload }], now());
  await testApp.finishJobs();
  expect((await owner.get(`/api/archives/${id}/download`)).status).toBe(200);
});

test('an archive is withheld while others are being created', async ({ testApp }) => {
  const { owner, root } = await openScene(testApp);
  const others = [await openRoom(testApp), await openRoom(testApp)];
  const asked = { scope: 'room', format: 'zip' };
  const { id } = (await owner.post(`/api/rooms/${root.id}/archives`, asked)).body;
  await testApp.finishJobs();
  const { blobs } = testApp.server.services;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const store = blobs.put.bind(blobs);
  const put = vi.spyOn(blobs, 'put').mockImplementation(async (...content) => {
    await released;
    return store(...content);
  });
  try {
    for (const other of others)
      expect((await other.owner.post(`/api/rooms/${other.root.id}/archives`, asked)).status).toBe(202);
    await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(2), 10_000);
    await requestScans(testApp, SECRET);
    testApp.server.jobs.wake();
    const download = () => owner.get(`/api/archives/${id}/download`);
    await vi.waitFor(async () => expect((await download()).status).toBe(409), 10_000);
  } finally {
    release();
    put.mockRestore();
  }
  await testApp.finishJobs();
});

test('a download that is running ends when a virus is found in its content', async ({ testApp }) => {
  const { owner, file } = await openScene(testApp);
  const { assertVersionReadable } = await import('#server/authorization/load-file-version.ts');
  const ctx = {
    ...testApp.server.services,
    actor: { kind: 'user', id: owner.id, isAdmin: false } as const,
    address: '',
  };
  await assertVersionReadable(ctx, file.id, 2, 'download');
  await findVirus(testApp);
  await expect(assertVersionReadable(ctx, file.id, 2, 'download')).rejects.toThrow('A virus was found');
});
