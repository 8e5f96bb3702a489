import { strToU8, zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import { testWith, test as testWithDefaults, testWithOwnApp } from '#server/testing/test-app.ts';
import { sumHeldBytes } from './held-queries.ts';
import { appliedImport, checkedImport, sendSource } from './testing/import-client.ts';

/** An app in which an import has at most 1 MB. */
const test = testWith({ config: { importCeilingMb: 1 } });

const zipOf = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );

describe('the limit of files in a folder', () => {
  testWithOwnApp('counts no folders of an import', { tags: ['sqlite'] }, async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { id: folderId } = await admin.folder();
    const { id: full } = await admin.folder('Full', folderId);
    const { id: almostFull } = await admin.folder('Almost full', folderId);
    for (let at = 0; at < 10; at += 1) await admin.file({ folderId: full, name: `${at}.txt` });
    for (let at = 0; at < 9; at += 1) await admin.file({ folderId: almostFull, name: `${at}.txt` });
    await admin.patch('/api/admin/system-settings', { maxFilesPerFolder: 10 });
    const archive = zipOf({ 'Full/2024/x.txt': 'X', 'Almost full/y.txt': 'Y' });
    const checked = await checkedImport(testApp, admin, folderId, { 'a.zip': archive });
    expect(checked.report).toMatchObject({ files: 2, problems: [] });
    expect(await appliedImport(testApp, admin, checked)).toMatchObject({ state: 'applied', error: null });
  });

  testWithOwnApp(
    'holds for a folder that was filled after the check',
    { tags: ['sqlite'] },
    async ({ testApp }) => {
      const admin = await testApp.user({ isAdmin: true });
      const { id: folderId } = await admin.folder();
      const { id: filled } = await admin.folder('Filled', folderId);
      for (let at = 0; at < 9; at += 1) await admin.file({ folderId: filled, name: `${at}.txt` });
      await admin.patch('/api/admin/system-settings', { maxFilesPerFolder: 10 });
      const archive = zipOf({ 'Filled/x.txt': 'X' });
      const checked = await checkedImport(testApp, admin, folderId, { 'a.zip': archive });
      await admin.file({ folderId: filled, name: 'last.txt' });
      expect(await appliedImport(testApp, admin, checked)).toMatchObject({
        state: 'checked',
        error: 'A folder would have more than 10 files. Check the import again.',
      });
    },
  );
});

const MB = 1024 * 1024;
const HOLD_TOO_MUCH =
  'Your imports hold too much. Apply or discard some and wait a day, or wait until they expire.';
const bomb = (): Buffer => zipOf({ 'a.txt': 'x'.repeat(0.9 * MB) });

describe('what imports hold', () => {
  test('what imports hold is limited, however often one of them is checked', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const first = await checkedImport(testApp, owner, folderId, { 'a.zip': bomb() });
    const again = async () => {
      expect((await owner.post(`/api/imports/${first.id}/check`, {})).status).toBe(202);
      await testApp.finishJobs();
      return (await owner.get(`/api/imports/${first.id}`)).body;
    };
    const { db } = testApp.server.services;
    for (let count = 2; count <= 3; count += 1) expect(await again()).toMatchObject({ state: 'checked' });
    const stored = (await db.selectFrom('blobs').select('key').execute()).length;
    expect(await again()).toMatchObject({ state: 'failed', error: HOLD_TOO_MUCH });
    expect(await db.selectFrom('blobs').select('key').execute()).toHaveLength(stored);
  });

  test('what imports hold is limited over all imports of a user, also discarded ones until they are removed', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const check = () => checkedImport(testApp, owner, folderId, { 'a.zip': bomb() });
    for (let count = 0; count < 3; count += 1) {
      const { id } = await check();
      expect((await owner.delete(`/api/imports/${id}`)).status).toBe(200);
      expect((await owner.get(`/api/imports/${id}`)).status).toBe(404);
    }
    expect((await owner.get('/api/imports')).body).toEqual([]);
    expect(await check()).toMatchObject({ state: 'failed', error: HOLD_TOO_MUCH });
    const other = await testApp.user();
    const { id: othersFolder } = await other.folder();
    const others = await checkedImport(testApp, other, othersFolder, { 'a.zip': bomb() });
    expect(others).toMatchObject({ state: 'checked' });
    testApp.advanceClock(86_400_000);
    await testApp.finishJobs();
    expect(await sumHeldBytes(testApp.server.services.db, owner.id)).toBeLessThan(0.1 * MB);
  });

  test('what imports hold is no longer what an import has added', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    for (let count = 0; count < 5; count += 1) {
      const checked = await checkedImport(testApp, owner, folderId, { 'a.zip': bomb() });
      expect(await appliedImport(testApp, owner, checked)).toMatchObject({ state: 'applied', error: null });
    }
  });
});

/** An archive that is only a directory: as many empty files of one name, without their bytes. */
function directoryOf(count: number): Buffer {
  const archive = zipOf({ 'a.txt': '' });
  const [start, end] = [archive.indexOf('PK\x01\x02'), archive.lastIndexOf('PK\x05\x06')];
  const entry = archive.subarray(start, end);
  const tail = Buffer.from(archive.subarray(end));
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(entry.length * count, 12);
  tail.writeUInt32LE(0, 16);
  return Buffer.concat([...new Array<Buffer>(count).fill(entry), tail]);
}

testWithDefaults('the entries of all archives of an import are limited together', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id: folderId } = await owner.folder();
  const half = directoryOf(50_001);
  expect(await checkedImport(testApp, owner, folderId, { 'a.zip': half, 'b.zip': half })).toMatchObject({
    state: 'failed',
    error: 'The archives have more than 100,000 entries together. Import them one by one.',
  });
});

describe('the storage quota', () => {
  testWithOwnApp('is asked before anything is unpacked', async ({ testApp }) => {
    const admin = await testApp.user({ isAdmin: true });
    const { id: folderId } = await admin.folder();
    await admin.patch('/api/admin/system-settings', { userQuotaMB: 1 });
    const archive = zipOf({ 'a.txt': 'x'.repeat(0.9 * MB), 'b.txt': 'x'.repeat(0.9 * MB) });
    const checked = await checkedImport(testApp, admin, folderId, { 'a.zip': archive });
    expect(checked).toMatchObject({ state: 'failed', error: expect.stringContaining('storage quota of 1') });
    expect(await testApp.server.services.db.selectFrom('blobs').select('key').execute()).toHaveLength(1);
    const { body: begun } = await admin.post('/api/imports', { folderId });
    await sendSource(admin, begun.id, 'A/a.txt', Buffer.alloc(10));
    await admin.post(`/api/imports/${begun.id}/check`, {});
    await testApp.finishJobs();
    expect((await admin.get(`/api/imports/${begun.id}`)).body).toMatchObject({ state: 'checked' });
  });
});
