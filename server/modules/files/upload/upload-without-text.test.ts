import { expect } from 'vitest';
import { setVirusScanning } from '#server/authorization/scans/virus-scanning.ts';
import { isPostgres } from '#server/database/open-database.ts';
import { acquireLock } from '#server/database/transaction-locks.ts';
import { type TestApp, test, testWithOwnApp } from '#server/testing/test-app.ts';
import { UNSUPPORTED_TYPE } from '#shared/domain/messages.ts';

const NO_TEXT = { indexStatus: 'no-text', indexReason: UNSUPPORTED_TYPE };
const PENDING = { indexStatus: 'pending', indexReason: null };

/** Lists the kinds of the jobs about a file. */
async function listKinds({ server }: TestApp, id: number): Promise<string[]> {
  const jobs = await server.services.db.selectFrom('jobs').select(['kind', 'payload']).execute();
  return jobs.flatMap(({ kind, payload }) => (JSON.parse(payload).fileId === id ? kind : [])).sort();
}

const suggest = (word: string) => `/api/search/suggestions?query=${word}`;

// Background work, which runs from the first `finishJobs` on, would take the jobs of the other tests.
testWithOwnApp(
  'a file whose text cannot be read needs no job, and is found by its name',
  async ({ testApp }) => {
    const [owner, unrelated] = [await testApp.user(), await testApp.user()];
    const folder = await owner.folder('Plans');
    const file = await owner.file({ name: 'zeppelin.dwg', folderId: folder.id });
    expect(file).toMatchObject(NO_TEXT);
    expect(await listKinds(testApp, file.id)).toEqual(['folder.files_added']);
    await testApp.finishJobs();
    expect((await owner.get(`/api/files/${file.id}`)).body).toMatchObject(NO_TEXT);
    expect((await owner.get(suggest('zeppe'))).body.names).toEqual([
      { kind: 'file', id: file.id, name: 'zeppelin.dwg' },
    ]);
    expect((await unrelated.get(suggest('zeppe'))).body.names).toEqual([]);
  },
);

test.for(['plan.txt', 'plan.pdf', 'plan.png', 'plan.tif'])(
  'a job reads the text of %s',
  async (name, { testApp }) => {
    const file = await (await testApp.user()).file({ name });
    expect(file).toMatchObject(PENDING);
    expect(await listKinds(testApp, file.id)).toEqual(['file.uploaded']);
  },
);

test('in a room with groups, a file without text is inspected', async ({ testApp }) => {
  const owner = await testApp.user();
  const room = await owner.folder('Room');
  expect((await owner.post('/api/rooms', { folderId: room.id })).status).toBe(201);
  const before = await owner.file({ name: 'before.dwg', folderId: room.id });
  expect((await owner.post(`/api/rooms/${room.id}/groups`, { name: 'Bidders' })).status).toBe(201);
  const after = await owner.file({ name: 'after.dwg', folderId: room.id });
  expect(after).toMatchObject({ ...NO_TEXT, publishedAt: null });
  expect(await listKinds(testApp, before.id)).not.toContain('file.text_stored');
  expect(await listKinds(testApp, after.id)).toContain('file.text_stored');
});

test('a file that waits for a virus scan is not indexed before it', async ({ testApp, onTestFinished }) => {
  const { db } = testApp.server.services;
  await setVirusScanning(db, true);
  onTestFinished(async () => void (await setVirusScanning(db, false)));
  const file = await (await testApp.user()).file({ name: 'scanned.dwg' });
  expect(file).toMatchObject({ ...PENDING, scan: 'scanning' });
  expect(await listKinds(testApp, file.id)).toEqual(['file.uploaded']);
});

test('an upload does not wait for a rebuild of the index, which has its change feed', async ({ testApp }) => {
  const owner = await testApp.user();
  const { db, now } = testApp.server.services;
  // On SQLite no other transaction writes meanwhile.
  if (!isPostgres(db)) return expect((await owner.file({ name: 'plan.dwg' })).indexStatus).toBe('no-text');
  const file = await db.transaction().execute(async (rebuild) => {
    await acquireLock(rebuild, 'index-changes', now());
    return owner.file({ name: 'plan.dwg' });
  });
  expect(file).toMatchObject(PENDING);
  expect(await listKinds(testApp, file.id)).toEqual(['file.uploaded']);
});
