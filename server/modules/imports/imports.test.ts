import { strToU8, zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { type TestApp, test, testWithOwnApp } from '#server/testing/test-app.ts';
import { applyImport } from './apply-import.ts';
import { appliedImport, checkedImport, sendSource } from './testing/import-client.ts';

/** The levels of an import whose manifest states none. */
const NO_LEVELS = { findGroups: async () => new Map<string, number>(), setLevels: async () => undefined };

type Files = Readonly<Record<string, string>>;
const zipOf = (files: Files): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );

/** Lists the files below a folder as paths with their content. */
async function readTree(
  client: Awaited<ReturnType<TestApp['user']>>,
  folderId: number,
  above = '',
): Promise<Files> {
  const tree: Record<string, string> = {};
  for (const { id, name } of (await client.get(`/api/files?folderId=${folderId}`)).body)
    tree[`${above}${name}`] = (await client.get(`/api/files/${id}/download`)).bytes.toString();
  for (const { id, name } of (await client.get(`/api/folders?parentId=${folderId}`)).body) {
    tree[`${above}${name}/`] = '';
    Object.assign(tree, await readTree(client, id, `${above}${name}/`));
  }
  return tree;
}

describe('an import', () => {
  test('of a ZIP adds its folders and files at once, with their hashes in the audit log', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder('Target');
    const archive = zipOf({
      'Contracts/Lease.txt': 'Rent.',
      'Contracts/Old/Deed.txt': 'Deed.',
      'Read me.txt': 'Hi.',
      'Empty/': '',
    });
    const checked = await checkedImport(testApp, owner, folderId, { 'export.zip': archive });
    expect(checked).toMatchObject({
      state: 'checked',
      progress: 1,
      error: null,
      report: { folders: 3, files: 3, bytes: 13, problems: [] },
    });
    expect(await readTree(owner, folderId)).toEqual({});
    expect(await appliedImport(testApp, owner, checked)).toMatchObject({ state: 'applied', error: null });
    expect(await readTree(owner, folderId)).toEqual({
      'Contracts/': '',
      'Contracts/Lease.txt': 'Rent.',
      'Contracts/Old/': '',
      'Contracts/Old/Deed.txt': 'Deed.',
      'Empty/': '',
      'Read me.txt': 'Hi.',
    });
    const events = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['action', 'object_name', 'details'])
      .where('actor_id', '=', owner.id)
      .where('action', 'in', ['file.upload', 'import.create', 'import.apply'])
      .orderBy('position')
      .execute();
    expect(events.map(({ action, object_name }) => [action, object_name])).toEqual([
      ['import.create', 'Target'],
      ['file.upload', 'Lease.txt'],
      ['file.upload', 'Deed.txt'],
      ['file.upload', 'Read me.txt'],
      ['import.apply', 'Target'],
    ]);
    expect(JSON.parse(events[1]?.details ?? '')).toMatchObject({
      importId: checked.id,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('of a folder keeps archives as files, and uses folders that are there already', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder('Target');
    const { id: deals } = await owner.folder('Deals', folderId);
    const inner = zipOf({ 'a.txt': 'A' });
    const checked = await checkedImport(testApp, owner, folderId, {
      'Deals/one.txt': Buffer.from('1'),
      'Deals/inner.zip': inner,
      'Deals/empty.txt': Buffer.alloc(0),
    });
    expect(checked.report).toMatchObject({ folders: 0, files: 3, counts: { unreadable: 1 } });
    await appliedImport(testApp, owner, checked);
    const files = (await owner.get(`/api/files?folderId=${deals}`)).body;
    expect(files.map(({ name }: { name: string }) => name).sort()).toEqual([
      'empty.txt',
      'inner.zip',
      'one.txt',
    ]);
  });

  test('an import is applied once, and not before it was checked', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const { body: begun } = await owner.post('/api/imports', { folderId });
    const conflict = { error: 'The folder has changed. Reload it and try again.', code: 'conflict' };
    expect((await owner.post(`/api/imports/${begun.id}/apply`, {})).body).toEqual(conflict);
    expect((await owner.post(`/api/imports/${begun.id}/check`, {})).status).toBe(409);
    const checked = await checkedImport(testApp, owner, folderId, { 'a.zip': zipOf({ 'a.txt': 'A' }) });
    await appliedImport(testApp, owner, checked);
    expect((await owner.post(`/api/imports/${checked.id}/apply`, {})).body).toEqual(conflict);
    const tus = createTusClient(owner);
    expect((await tus.begin(1, { importId: String(checked.id), relativePath: 'b.txt' })).status).toBe(409);
    expect(await readTree(owner, folderId)).toEqual({ 'a.txt': 'A' });
  });

  test('an import waits for its unfinished uploads', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const { body: begun } = await owner.post('/api/imports', { folderId });
    await sendSource(owner, begun.id, 'A/a.txt', Buffer.from('A'));
    const url = await createTusClient(owner).open(5, { importId: String(begun.id), relativePath: 'A/b.txt' });
    expect((await owner.post(`/api/imports/${begun.id}/check`, {})).status).toBe(409);
    await createTusClient(owner).cancel(url);
    expect((await owner.post(`/api/imports/${begun.id}/check`, {})).status).toBe(202);
  });

  test('that is discarded is gone, and leaves blobs that the maintenance removes', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: folderId } = await owner.folder();
    const checked = await checkedImport(testApp, owner, folderId, { 'a.zip': zipOf({ 'a.txt': 'A' }) });
    expect((await owner.delete(`/api/imports/${checked.id}`)).status).toBe(200);
    expect((await owner.get(`/api/imports/${checked.id}`)).status).toBe(404);
    expect((await owner.post(`/api/imports/${checked.id}/apply`, {})).status).toBe(404);
  });

  test('an import ends for a collaborator whose access ends before it is applied', async ({ testApp }) => {
    const [owner, editor] = [await testApp.user(), await testApp.user()];
    const { id: folderId } = await owner.folder();
    await testApp.share(folderId, editor);
    const checked = await checkedImport(testApp, editor, folderId, { 'a.zip': zipOf({ 'a.txt': 'A' }) });
    await testApp.server.services.db
      .updateTable('imports')
      .set({ state: 'applying' })
      .where('id', '=', checked.id)
      .execute();
    await testApp.unshare(folderId, editor);
    const { applyImport } = await import('./apply-import.ts');
    const { systemContext } = await import('#server/app/context.ts');
    const levels = { findGroups: async () => new Map(), setLevels: async () => {} };
    await applyImport(
      systemContext({ ...testApp.server.services, wakeJobs() {} }),
      { importId: checked.id, asAdministrator: false },
      levels,
    );
    expect((await editor.get(`/api/imports/${checked.id}`)).status).toBe(404);
    expect(await readTree(owner, folderId)).toEqual({});
  });

  test('into a room with groups adds drafts', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id: roomId } = await owner.folder('Room');
    await owner.post('/api/rooms', { folderId: roomId });
    const { body: group } = await owner.post(`/api/rooms/${roomId}/groups`, { name: 'Bidder A' });
    const manifest =
      'path,number,sha256,Bidder A,Nobody\nA/b.txt,1.1,,view,view\nA/a.txt,1.2,,none,\nA/c.txt,1.3,,,\n';
    const archive = zipOf({ 'manifest.csv': manifest, 'A/a.txt': 'A', 'A/b.txt': 'B', 'A/d.txt': 'D' });
    const checked = await checkedImport(testApp, owner, roomId, { 'a.zip': archive });
    expect(checked.report?.problems).toEqual([
      { kind: 'missing', path: 'A/c.txt', reason: 'the manifest lists it, but it is not there' },
      { kind: 'extra', path: 'A/d.txt', reason: 'the manifest does not list it' },
      { kind: 'manifest', path: 'manifest.csv', reason: 'there is no group “Nobody”' },
    ]);
    await appliedImport(testApp, owner, checked);
    const { body: drafts } = await owner.get(`/api/rooms/${roomId}/drafts`);
    expect(drafts).toMatchObject({ folders: 1, files: 3 });
    const { db } = testApp.server.services;
    const grants = await db
      .selectFrom('group_file_grants')
      .innerJoin('files', 'files.id', 'file_id')
      .select(['name', 'level'])
      .where('group_id', '=', group.id)
      .orderBy('file_id')
      .execute();
    expect(grants).toEqual([
      { name: 'b.txt', level: 'view' },
      { name: 'a.txt', level: 'none' },
    ]);
  });
});

describe('limits of an import', () => {
  testWithOwnApp(
    'quotas hold when it is applied, and it can be applied again',
    { tags: ['sqlite'] },
    async ({ testApp }) => {
      const admin = await testApp.user({ isAdmin: true });
      const { id: folderId } = await admin.folder();
      const archive = zipOf({ 'a.txt': 'A', 'b.txt': 'B', 'c.txt': 'C' });
      const checked = await checkedImport(testApp, admin, folderId, { 'a.zip': archive });
      await admin.patch('/api/admin/system-settings', { userQuotaFiles: 2 });
      const refused = await appliedImport(testApp, admin, checked);
      expect(refused).toMatchObject({ state: 'checked', error: expect.stringContaining('quota of 2 files') });
      expect(await readTree(admin, folderId)).toEqual({});
      await admin.patch('/api/admin/system-settings', { userQuotaFiles: 0 });
      expect(await appliedImport(testApp, admin, checked)).toMatchObject({ state: 'applied', error: null });
    },
  );

  testWithOwnApp(
    'folders that are there already count for no quota',
    { tags: ['sqlite'] },
    async ({ testApp }) => {
      const admin = await testApp.user({ isAdmin: true });
      const { id: folderId } = await admin.folder();
      await admin.folder('Deals', folderId);
      await admin.patch('/api/admin/system-settings', { userQuotaFolders: 3 });
      const old = await checkedImport(testApp, admin, folderId, { 'a.zip': zipOf({ 'Deals/a.txt': 'A' }) });
      const two = await checkedImport(testApp, admin, folderId, {
        'b.zip': zipOf({ 'Deals/2024/b.txt': 'B', 'Deals/2025/c.txt': 'C' }),
      });
      expect([old.report?.folders, two.report?.folders]).toEqual([0, 2]);
      await admin.folder('One more', folderId);
      expect(await appliedImport(testApp, admin, old)).toMatchObject({ state: 'applied', error: null });
      expect(await appliedImport(testApp, admin, two)).toMatchObject({
        state: 'checked',
        error: expect.stringContaining('quota of 3 folders'),
      });
    },
  );

  testWithOwnApp(
    'files that are too large or fill their folder are reported and left out',
    { tags: ['sqlite'] },
    async ({ testApp }) => {
      const admin = await testApp.user({ isAdmin: true });
      const { id: folderId } = await admin.folder();
      await admin.patch('/api/admin/system-settings', { maxUploadSizeMB: 1, maxFilesPerFolder: 10 });
      const many = Object.fromEntries(
        Array.from({ length: 11 }, (_, at) => [`full/${at + 10}.txt`, `${at}`]),
      );
      const archive = zipOf({ 'large.txt': 'x'.repeat(1_048_577), ...many });
      const checked = await checkedImport(testApp, admin, folderId, { 'a.zip': archive });
      expect(checked.report).toMatchObject({
        files: 10,
        problems: [
          { kind: 'left-out', path: 'large.txt', reason: 'it is larger than the limit of 1 MB' },
          { kind: 'left-out', path: 'full/20.txt', reason: 'its folder can contain at most 10 files' },
        ],
      });
      await appliedImport(testApp, admin, checked);
      expect(Object.keys(await readTree(admin, folderId))).toHaveLength(11);
    },
  );

  testWithOwnApp(
    'it expires after seven days, and the blobs that it leaves are removed',
    async ({ testApp }) => {
      const owner = await testApp.user();
      const { id: folderId } = await owner.folder();
      await checkedImport(testApp, owner, folderId, { 'a.zip': zipOf({ 'a.txt': 'A' }) });
      const { db } = testApp.server.services;
      const countBlobs = async () => (await db.selectFrom('blobs').select('key').execute()).length;
      expect(await countBlobs()).toBe(2);
      testApp.advanceClock(6 * 86_400_000);
      await testApp.finishJobs();
      expect(await countBlobs()).toBe(2);
      testApp.advanceClock(86_400_000);
      await testApp.finishJobs();
      expect(await db.selectFrom('imports').select('id').execute()).toEqual([]);
      expect(await countBlobs()).toBe(0);
    },
  );
});

test('an import that two workers add at once is added and recorded once', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id: folderId } = await owner.folder('Target');
  const { id } = await checkedImport(testApp, owner, folderId, { 'a.zip': zipOf({ 'a.txt': 'A.' }) });
  const { services } = testApp.server;
  await services.db.updateTable('imports').set({ state: 'applying' }).where('id', '=', id).execute();
  const apply = () =>
    applyImport(systemContext(services), { importId: id, asAdministrator: false }, NO_LEVELS);
  await Promise.all([apply(), apply()]);
  expect(await readTree(owner, folderId)).toEqual({ 'a.txt': 'A.' });
  const recorded = await services.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'import.apply')
    .where('object_id', '=', folderId)
    .execute();
  expect(recorded).toHaveLength(1);
});
