import { expect } from 'vitest';
import { openTestApp, type TestApp, testInParallel as test } from '#server/testing/test-app.ts';
import { abandonExtraction, extractText } from './extract-text.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const ask = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

async function storedKeys({ server }: TestApp): Promise<string[]> {
  return (await Array.fromAsync(server.services.blobs.keys())).sort();
}

async function namedKeys({ server }: TestApp): Promise<string[]> {
  const rows = await server.services.db.selectFrom('files').select(['blob_key', 'text_blob_key']).execute();
  return rows.flatMap((row) => [row.blob_key, row.text_blob_key ?? []].flat()).sort();
}

const blobRows = async ({ server }: TestApp): Promise<string[]> =>
  (await server.services.db.selectFrom('blobs').select('key').execute()).map(({ key }) => key).sort();

test('a lost text does not stop the indexing of others, and its file is found by name', async () => {
  const testApp = await openTestApp();
  const owner = await testApp.user();
  const { services } = testApp.server;
  const lost = await owner.file({ name: 'capercaillie.txt', content: 'ptarmigan' });
  await testApp.finishJobs();
  const { text_blob_key } = await services.db
    .selectFrom('files')
    .select('text_blob_key')
    .where('id', '=', lost.id)
    .executeTakeFirstOrThrow();
  await services.blobs.remove(text_blob_key ?? '');
  const folder = await owner.folder();
  await owner.patch(`/api/files/${lost.id}/move`, { folderId: folder.id });
  const later = await owner.file({ content: 'A late bullfinch' });
  await testApp.finishJobs();
  expect((await owner.get(ask('bullfinch'))).body.documentInfo?.fileId).toBe(later.id);
  expect((await owner.get(`/api/files/${later.id}`)).body.indexStatus).toBe('indexed');
  expect((await owner.get(ask('capercaillie'))).body.documentInfo?.fileId).toBe(lost.id);
  await testApp.close();
});

test('a job that runs twice concurrently leaves one text, and the replaced ones for backups under way', async () => {
  const testApp = await openTestApp();
  const { id } = await (await testApp.user()).file({ content: 'A wren' });
  await testApp.finishJobs();
  const { services } = testApp.server;
  const { signal } = new AbortController();
  await Promise.all([1, 2, 3].map(() => extractText(services, { fileId: id }, { signal })));
  expect(await blobRows(testApp)).toEqual(await namedKeys(testApp));
  const replaced = await services.db.selectFrom('unreferenced_objects').select('key').execute();
  expect(replaced.length).toBeGreaterThan(0);
  const kept = [...(await namedKeys(testApp)), ...replaced.map(({ key }) => key)];
  expect(await storedKeys(testApp)).toEqual(kept.sort());
  testApp.advanceClock(DAY_MS);
  await testApp.finishJobs();
  expect(await storedKeys(testApp)).toEqual(await namedKeys(testApp));
  await testApp.close();
});

test('a text whose job cannot be ended is not stored', async () => {
  const testApp = await openTestApp();
  const owner = await testApp.user();
  const { id } = await owner.file({ content: 'A wren' });
  const { services } = testApp.server;
  const { signal } = new AbortController();
  const end = async () => {
    throw new Error('no answer');
  };
  await expect(extractText(services, { fileId: id }, { signal, end })).rejects.toThrow('no answer');
  expect((await owner.get(`/api/files/${id}`)).body.indexStatus).toBe('pending');
  expect(await storedKeys(testApp)).toEqual(await namedKeys(testApp));
  expect(await blobRows(testApp)).toEqual(await namedKeys(testApp));
  await testApp.close();
});

test('an extracted text is kept when a later step fails', async () => {
  const testApp = await openTestApp();
  const owner = await testApp.user();
  const { id } = await owner.file({ content: 'A wren' });
  await testApp.finishJobs();
  await abandonExtraction(testApp.server.services, { fileId: id });
  await testApp.finishJobs();
  expect((await owner.get(`/api/files/${id}`)).body.indexStatus).toBe('indexed');
  expect((await owner.get(ask('wren'))).body.documentInfo?.fileId).toBe(id);
  await testApp.close();
});
