import { createHash } from 'node:crypto';
import { describe, expect, vi } from 'vitest';
import { StorageError } from '#server/engines/storage/storage-error.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { makePdf } from '#server/testing/sample-documents/sample-documents.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { insertArchive } from './archive-queries.ts';
import { buildArchive } from './build-archive.ts';
import { download, makeArchive, openEntries, readIndex, verifyBytes } from './testing/take-archive.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const readLines = (entries: ReadonlyMap<string, Buffer>, path: string): Record<string, unknown>[] =>
  (entries.get(path)?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** A room with a draft, a hidden folder, and a folder of which a group may download one file and view another. */
async function openFilledRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const url = `/api/rooms/${root.id}`;
  await owner.patch(url, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const letter = await owner.file({
    name: 'Brief “Ä”.txt',
    content: 'The curlew nests in Zürich.',
    folderId: inner.id,
  });
  const secret = await owner.folder('Board', root.id);
  await owner.file({ name: 'minutes.txt', content: 'The fine is a heron.', folderId: secret.id });
  const viewed = await owner.folder('Only pages', root.id);
  await grant(owner, root.id, { folder: viewed, group, level: 'view' });
  await owner.file({ name: 'plan.txt', content: 'The plover stays secret.', folderId: viewed.id });
  await testApp.finishJobs();
  return { ...room, letter, url };
}

describe('an archive of a whole room', () => {
  test('an archive of a whole room contains every file as it is, an index of its words, and the log of the room', async ({
    testApp,
  }) => {
    const { owner, root, inner, group, letter, url } = await openFilledRoom(testApp);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [root.id] });
    await visitor.post('/api/receipts');
    const wish = { text: 'The lease', groupId: group.id };
    expect((await owner.post(`${url}/requests`, wish)).status).toBe(201);
    expect((await owner.post(`${url}/requests`, { text: 'Ours alone' })).status).toBe(201);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await owner.file({ name: 'elsewhere.txt', folderId: (await owner.folder('Elsewhere')).id });
    const archive = await makeArchive(testApp, owner, root.id);
    expect(archive).toMatchObject({
      state: 'done',
      progress: 1,
      error: null,
      documents: 4,
      leftOut: 0,
      groupId: null,
      requestedBy: owner.username,
    });
    const bytes = await download(owner, archive);
    expect(bytes.length).toBe(archive.size);
    const entries = await openEntries(bytes);
    const files = [...entries].filter(([path]) => path.startsWith('files/'));
    expect(files.map(([path]) => path)).toEqual([
      'files/Finance/note.txt',
      'files/Finance/Brief “Ä”.txt',
      'files/Board/minutes.txt',
      'files/Only pages/plan.txt',
    ]);
    expect(files[1]?.[1].toString()).toBe('The curlew nests in Zürich.');
    const start = readIndex(entries, 'start-0');
    expect(start).toMatchObject({ room: 'Deal', documents: 4, folderShards: [0] });
    const words = new Map(readIndex(entries, 'words-0'));
    expect([words.has('curlew'), words.has('zurich'), words.has('heron')]).toEqual([true, true, true]);
    expect(readIndex(entries, 'documents-0')[1]).toEqual({
      number: '1.3',
      name: 'Brief “Ä”.txt',
      folder: 'Deal / Finance',
      version: 1,
      path: 'files/Finance/Brief “Ä”.txt',
      size: 28,
      sha256: sha256(Buffer.from('The curlew nests in Zürich.')),
      texts: [0, 0],
    });
    expect(readIndex(entries, 'texts-0')[1]).toEqual([1, [['', 'The curlew nests in Zürich.']]]);
    const log = entries.get('evidence/audit-log.jsonl')?.toString() ?? '';
    const actions = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(actions.some(({ action, object_id }) => action === 'file.upload' && object_id === letter.id)).toBe(
      true,
    );
    expect(actions.map(({ action }) => action)).toContain('archive.create');
    expect(log).not.toContain('lsewhere');
    expect(log).not.toContain('previous_hash');
    expect([...entries.keys()].some((path) => path.startsWith('evidence/receipts/receipt-'))).toBe(true);
    expect(readLines(entries, 'evidence/requests.jsonl').map(({ text }) => text)).toEqual([
      'The lease',
      'Ours alone',
    ]);
    const grants = readLines(entries, 'evidence/permissions.jsonl').filter(({ id }) => id === inner.id);
    expect(grants.map(({ level, until }) => [level, until !== null])).toEqual([
      ['original', true],
      ['view', false],
    ]);
    expect(readLines(entries, 'evidence/terms.jsonl')).toEqual([]);
    const ofGroup = await openEntries(
      await download(owner, await makeArchive(testApp, owner, root.id, group.id)),
    );
    expect(readLines(ofGroup, 'evidence/requests.jsonl').map(({ text }) => text)).toEqual(['The lease']);
    expect(ofGroup.has('evidence/permissions.jsonl')).toBe(false);
  });

  test('an archive is what its signed manifest says, which anyone can verify', async ({ testApp }) => {
    const { owner, root } = await openFilledRoom(testApp);
    const bytes = await download(owner, await makeArchive(testApp, owner, root.id));
    const keys = (await testApp.anonymous.get('/api/evidence/key')).bytes.toString();
    const result = await verifyBytes(bytes, keys);
    expect(result).toMatchObject({
      state: 'valid',
      archive: { room: { name: 'Deal' }, documents: 4, group: null },
    });
    expect(result.message).toMatch(/^Signed by key [\da-f]{16}\. All \d+ files are as signed\.$/);
    expect((await verifyBytes(bytes)).state).toBe('unconfirmed');
    const foreign = JSON.stringify({ keys: [] });
    expect((await verifyBytes(bytes, foreign)).message).toMatch(/^signature\.json: Signed by an unknown key/);
    expect((await verifyBytes(bytes.subarray(0, -1))).message).toMatch(/its end is missing|it was changed/);
  });

  test('an archive answers ranges, and is verified where it is stored', async ({ testApp }) => {
    const { owner, root } = await openFilledRoom(testApp);
    const archive = await makeArchive(testApp, owner, root.id);
    const url = `/api/archives/${archive.id}`;
    const bytes = await download(owner, archive);
    const part = await owner.get(`${url}/download`, { range: 'bytes=10-19' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(part.bytes).toEqual(bytes.subarray(10, 20));
    const asked = await owner.post(`${url}/verify`);
    expect([asked.status, asked.body.verification]).toEqual([202, 'waiting']);
    expect((await owner.post(`${url}/verify`)).status).toBe(409);
    await testApp.finishJobs();
    const [verified] = (await owner.get(`/api/rooms/${root.id}/archives`)).body;
    expect(verified).toMatchObject({ verification: 'valid', problem: null, verifiedAt: expect.any(String) });
  });
});

describe('an archive of a group', () => {
  test('an archive of a group contains what the group sees, as it sees it', async ({ testApp }) => {
    const { owner, root, group, letter } = await openFilledRoom(testApp);
    await addMembers(owner, group, 'bidder@example.test');
    const room = { name: 'Sale of Quetzal', codeName: 'Kestrel', settings: { draftUploads: true } };
    await owner.patch(`/api/rooms/${root.id}`, room);
    await owner.file({ name: 'draft.txt', content: 'An ibis.', folderId: letter.folderId });
    const archive = await makeArchive(testApp, owner, root.id, group.id);
    expect(archive).toMatchObject({ state: 'done', groupName: 'Bidder A', documents: 3, leftOut: 0 });
    const bytes = await download(owner, archive);
    const entries = await openEntries(bytes);
    const paths = [...entries.keys()];
    expect(paths.filter((path) => path.startsWith('files/'))).toEqual([
      'files/Finance/note.txt',
      'files/Finance/Brief “Ä”.txt',
      'files/Only pages/plan.txt/page-0001.jpg',
    ]);
    expect(paths.filter((path) => path.startsWith('evidence/'))).toEqual([
      'evidence/keys.json',
      'evidence/requests.jsonl',
    ]);
    const documents = readIndex(entries, 'documents-0');
    expect(documents[2]).toMatchObject({
      name: 'plan.txt',
      pages: 1,
      note: expect.stringMatching(/page images/),
    });
    expect(documents[2]).not.toHaveProperty('sha256');
    // Its words can be searched, as in the room; its text is not quoted.
    expect(new Map(readIndex(entries, 'words-0')).has('plover')).toBe(true);
    expect(entries.get('index/texts-0.js')?.toString()).not.toContain('plover');
    const everything = Buffer.concat(
      [...entries].filter(([path]) => !path.startsWith('files/')).map(([, content]) => content),
    );
    for (const hidden of ['Quetzal', 'heron', 'Board', 'minutes', 'ibis', 'draft.txt', 'bidder@example.test'])
      expect([hidden, everything.includes(hidden)]).toEqual([hidden, false]);
    expect((await verifyBytes(bytes)).archive).toMatchObject({ group: { name: 'Bidder A' } });
  });

  test('an archive is refused for a group that has ended or is of another room', async ({ testApp }) => {
    const { owner, group, url } = await openFilledRoom(testApp);
    const other = await openRoom(testApp);
    const ask = async (scope: unknown) =>
      (await owner.post(`${url}/archives`, { scope, format: 'zip' })).status;
    expect([await ask(other.group.id), await ask('rooms'), await ask(1e9)]).toEqual([404, 400, 404]);
    const endsAt = new Date(testApp.server.services.now()).toISOString();
    const { db } = testApp.server.services;
    await db
      .updateTable('room_groups')
      .set({ ends_at: Date.parse(endsAt) })
      .where('id', '=', group.id)
      .execute();
    expect(await ask(group.id)).toBe(409);
    expect((await owner.post(`${url}/archives`, { scope: 'room', format: 'iso' })).status).toBe(400);
  });
});

describe('the end of an archive', () => {
  test('a PDF that gets a watermark is named as such', async ({ testApp }) => {
    const { owner, root, group } = await openFilledRoom(testApp);
    const folder = await owner.folder('Marked', root.id);
    await grant(owner, root.id, { folder, group, level: 'download' });
    const { buffer } = await makePdf('a.pdf', [{ heading: 'Page one', paragraphs: [] }]);
    await owner.file({ name: 'a.pdf', content: buffer, folderId: folder.id });
    await testApp.finishJobs();
    const archive = await makeArchive(testApp, owner, root.id, group.id);
    const entries = await openEntries(await download(owner, archive));
    const documents: { name: string; note?: string }[] = readIndex(entries, 'documents-0');
    expect(documents.find(({ name }) => name === 'a.pdf')?.note).toBe('Included as a PDF with a watermark.');
  });

  test('deletion and expiry remove the bytes', async ({ testApp }) => {
    const { owner, root } = await openFilledRoom(testApp);
    const { db, blobs } = testApp.server.services;
    const keyOf = async (id: number) =>
      (await db.selectFrom('room_archives').select('blob_key').where('id', '=', id).executeTakeFirst())
        ?.blob_key ?? '';
    const first = await makeArchive(testApp, owner, root.id);
    const second = await makeArchive(testApp, owner, root.id);
    const keys = [await keyOf(first.id), await keyOf(second.id)];
    expect((await owner.delete(`/api/archives/${first.id}`)).status).toBe(200);
    expect((await owner.get(`/api/archives/${first.id}/download`)).status).toBe(404);
    testApp.advanceClock(31 * DAY_MS);
    await testApp.finishJobs();
    testApp.advanceClock(2 * DAY_MS);
    await testApp.finishJobs();
    const manager = await testApp.user({ isAdmin: true });
    expect((await manager.get(`/api/rooms/${root.id}/archives`)).body).toEqual([]);
    const stored = new Set(await Array.fromAsync(blobs.keys()));
    expect(keys.map((key) => stored.has(key))).toEqual([false, false]);
  });

  test('a full disk fails the archive with the storage that it needs', async ({ testApp }) => {
    const { owner, root } = await openFilledRoom(testApp);
    const { blobs } = testApp.server.services;
    vi.spyOn(blobs, 'put').mockImplementationOnce(async (bytes) => {
      bytes.destroy();
      throw new StorageError('full', 'No space left');
    });
    const asked = await owner.post(`/api/rooms/${root.id}/archives`, { scope: 'room', format: 'zip' });
    expect(asked.status).toBe(202);
    expect((await owner.get(`/api/archives/${asked.body.id}/download`)).status).toBe(409);
    await testApp.finishJobs();
    const [archive] = (await owner.get(`/api/rooms/${root.id}/archives`)).body;
    expect(archive).toMatchObject({ state: 'failed', error: 'Not enough storage. 0.1 GB are needed.' });
    const refused = await owner.get(`/api/archives/${archive.id}/download`);
    expect([refused.status, refused.body.error]).toEqual([507, archive.error]);
    expect((await owner.post(`/api/archives/${archive.id}/verify`)).status).toBe(409);
    vi.restoreAllMocks();
  });

  test('an interrupted archive leaves no object, and is made by the next run', async ({ testApp }) => {
    const { owner, root } = await openFilledRoom(testApp);
    const { services } = testApp.server;
    const now = services.now();
    // There is no job, so that nothing else creates it.
    const { id } = await insertArchive(services.db, {
      room_id: root.id,
      format: 'zip',
      state: 'waiting',
      requested_by_id: owner.id,
      created_at: now,
      expires_at: now + DAY_MS,
    });
    const before = await Array.fromAsync(services.blobs.keys());
    const [request, interruption] = [{ archiveId: id, asAdministrator: false }, new AbortController()];
    const { put } = services.blobs;
    vi.spyOn(services.blobs, 'put').mockImplementationOnce((bytes, limits) => {
      interruption.abort();
      return put(bytes, limits);
    });
    await expect(buildArchive(services, request, interruption.signal)).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await Array.fromAsync(services.blobs.keys())).toEqual(before);
    await buildArchive(services, request, new AbortController().signal);
    expect((await owner.get(`/api/rooms/${root.id}/archives`)).body).toMatchObject([{ id, state: 'done' }]);
  });

  test('an archive whose manager lost the room meanwhile fails', async ({ testApp }) => {
    const { owner, root } = await openFilledRoom(testApp);
    const admin = await testApp.user({ isAdmin: true });
    const asked = await admin.post(`/api/rooms/${root.id}/archives`, { scope: 'room', format: 'zip' });
    expect(asked.status).toBe(202);
    const { db } = testApp.server.services;
    await db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute();
    await testApp.finishJobs();
    const [archive] = (await owner.get(`/api/rooms/${root.id}/archives`)).body;
    expect([archive.state, archive.error]).toEqual(['failed', 'The room could not be found.']);
  });
});
