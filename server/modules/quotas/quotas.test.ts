import { expect } from 'vitest';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';

const MB = 1024 * 1024;

async function openLimited(testApp: TestApp, limits: Partial<SystemSettings>) {
  const admin = await testApp.user({ isAdmin: true });
  expect((await admin.patch('/api/admin/system-settings', limits)).status).toBe(200);
  return { admin, owner: await testApp.user() };
}

type Client = Awaited<ReturnType<TestApp['user']>>;

const upload = (client: Client, { size = 10, folderId = '' } = {}) =>
  client.form('/api/files', [
    { name: 'folderId', value: folderId },
    { name: 'allowDownload', value: 'true' },
    { name: 'file', value: Buffer.alloc(size, 'a'), filename: 'note.txt' },
  ]);

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();

test('simultaneous uploads stay within the storage of a user, whatever folder they go to', async ({
  testApp,
}) => {
  const { owner } = await openLimited(testApp, { userQuotaMB: 1 });
  const folder = await owner.folder();
  const sizes = [0.4 * MB, 0.4 * MB, 0.4 * MB, 0.4 * MB].map(Math.floor);
  const answers = await Promise.all(
    sizes.map((size, at) => upload(owner, { size, folderId: at % 2 === 0 ? '' : String(folder.id) })),
  );
  expect(statuses(answers)).toEqual([201, 201, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: 'conflict',
    error: expect.stringContaining('Your storage quota of 1.0 MB'),
  });
  expect((await owner.get('/api/files')).body).toHaveLength(2);
  const { db } = testApp.server.services;
  expect(await db.selectFrom('blobs').select('key').execute()).toHaveLength(2);
  expect((await upload(await testApp.user(), { size: sizes[0] ?? 0 })).status).toBe(201);
});

test('the trash counts until it is emptied', async ({ testApp }) => {
  const { owner } = await openLimited(testApp, { userQuotaMB: 1 });
  const { body: file } = await upload(owner, { size: MB });
  expect((await upload(owner, { size: 1 })).status).toBe(409);
  await owner.delete(`/api/files/${file.id}`);
  expect((await upload(owner, { size: 1 })).status).toBe(409);
  expect((await owner.delete(`/api/trash/files/${file.id}`)).status).toBe(200);
  await testApp.finishJobs();
  expect((await upload(owner, { size: 1 })).status).toBe(201);
});

test('simultaneous uploads and new folders stay within their numbers', async ({ testApp }) => {
  const { owner } = await openLimited(testApp, { userQuotaFiles: 3, userQuotaFolders: 2 });
  const files = await Promise.all(Array.from({ length: 6 }, () => upload(owner)));
  expect(statuses(files)).toEqual([201, 201, 201, 409, 409, 409]);
  expect(files.find(({ status }) => status === 409)?.body.error).toMatch(/^Your quota of 3 files is used up/);
  const folders = await Promise.all(
    Array.from({ length: 4 }, (_, n) => owner.post('/api/folders', { name: `F${n}`, parentId: null })),
  );
  expect(statuses(folders)).toEqual([201, 201, 409, 409]);
});

test('all users together stay within the total', async ({ testApp }) => {
  const { owner } = await openLimited(testApp, { totalQuotaFiles: 4 });
  const other = await testApp.user();
  const answers = await Promise.all([owner, other, owner, other, owner, other].map((each) => upload(each)));
  expect(statuses(answers)).toEqual([201, 201, 201, 201, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(
    /^This installation's quota of 4 files/,
  );
});

test('a resumable upload that would exceed the quota is refused before it begins, and at its end', async ({
  testApp,
}) => {
  const { owner } = await openLimited(testApp, { userQuotaMB: 1 });
  const tus = createTusClient(owner);
  expect((await tus.begin(MB + 1)).status).toBe(409);
  const [first, second] = [await tus.open(MB), await tus.open(MB)];
  const bytes = Buffer.alloc(MB, 'a');
  expect((await tus.append(first, 0, bytes)).status).toBe(204);
  expect((await tus.append(second, 0, bytes)).status).toBe(409);
  expect((await owner.get('/api/files')).body).toHaveLength(1);
});

test('the root of a user takes no more files than a folder, by upload, move or restore', async ({
  testApp,
}) => {
  const { owner, admin } = await openLimited(testApp, { maxFilesPerFolder: 10 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(owner)));
  expect(statuses(answers)).toEqual([...Array(10).fill(201), 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
    'Home is full: it can contain at most 10 files outside folders. Choose a folder.',
  );
  const folder = await owner.folder();
  const inside = await owner.file({ folderId: folder.id });
  expect((await owner.patch(`/api/files/${inside.id}/move`, { folderId: null })).status).toBe(409);
  const bulk = { fileIds: [inside.id], folderId: null };
  expect((await owner.post('/api/files/bulk/move', bulk)).status).toBe(409);
  expect((await admin.post('/api/files/bulk/move', bulk)).status).toBe(409);
  const atRoot = (await owner.get('/api/files')).body.find(
    (file: { folderId: number | null }) => file.folderId === null,
  );
  await owner.delete(`/api/files/${atRoot.id}`);
  expect((await owner.patch(`/api/files/${inside.id}/move`, { folderId: null })).status).toBe(200);
  expect((await owner.post(`/api/trash/files/${atRoot.id}/restore`)).status).toBe(409);
  expect((await upload(await testApp.user())).status).toBe(201);
});

test('the usage of a user is shown with its limits, and 0 is unlimited', async ({ testApp }) => {
  const { owner } = await openLimited(testApp, { userQuotaMB: 2, userQuotaFiles: 0, userQuotaFolders: 7 });
  await owner.folder();
  await upload(owner, { size: 1234 });
  expect((await owner.get('/api/user/usage')).body).toEqual({
    used: { bytes: 1234, files: 1, folders: 1 },
    quota: { bytes: 2 * MB, files: null, folders: 7 },
  });
});
