import { expect } from 'vitest';
import { openTestRoom, type TestRoom, test } from '#server/testing/test-app.ts';
import { giveUpText, readText } from './extract-text.ts';

const ask = (words: string) => `/api/search?query=${encodeURIComponent(words)}`;

async function storedKeys({ app }: TestRoom): Promise<string[]> {
  return (await Array.fromAsync(app.services.blobs.keys())).sort();
}

async function namedKeys({ app }: TestRoom): Promise<string[]> {
  const rows = await app.services.db.selectFrom('files').select(['blob_key', 'text_blob_key']).execute();
  return rows.flatMap((row) => [row.blob_key, row.text_blob_key ?? []].flat()).sort();
}

const blobRows = async ({ app }: TestRoom): Promise<string[]> =>
  (await app.services.db.selectFrom('blobs').select('key').execute()).map(({ key }) => key).sort();

test('one lost text keeps no other document from being indexed, and its file is still found by its name', async () => {
  const room = await openTestRoom();
  const owner = await room.user();
  const { services } = room.app;
  const lost = await owner.file({ name: 'capercaillie.txt', content: 'ptarmigan' });
  await room.settle();
  const { text_blob_key } = await services.db
    .selectFrom('files')
    .select('text_blob_key')
    .where('id', '=', lost.id)
    .executeTakeFirstOrThrow();
  await services.blobs.remove(text_blob_key ?? '');
  const folder = await owner.folder();
  await owner.patch(`/api/files/${lost.id}/move`, { folderId: folder.id });
  const later = await owner.file({ content: 'A late bullfinch' });
  await room.settle();
  expect((await owner.get(ask('bullfinch'))).body.documentInfo?.fileId).toBe(later.id);
  expect((await owner.get(`/api/files/${later.id}`)).body.indexStatus).toBe('indexed');
  expect((await owner.get(ask('capercaillie'))).body.documentInfo?.fileId).toBe(lost.id);
  await room.close();
});

test('a job that runs twice at once leaves one text and nothing beside it', async () => {
  const room = await openTestRoom();
  const { id } = await (await room.user()).file({ content: 'A wren' });
  await room.settle();
  const { services } = room.app;
  const { signal } = new AbortController();
  await Promise.all([1, 2, 3].map(() => readText(services, id, signal)));
  expect(await blobRows(room)).toEqual(await namedKeys(room));
  expect(await storedKeys(room)).toEqual(await namedKeys(room));
  await room.close();
});

test('a text that was read is not given up for what failed after it', async () => {
  const room = await openTestRoom();
  const owner = await room.user();
  const { id } = await owner.file({ content: 'A wren' });
  await room.settle();
  await giveUpText(room.app.services, id);
  await room.settle();
  expect((await owner.get(`/api/files/${id}`)).body.indexStatus).toBe('indexed');
  expect((await owner.get(ask('wren'))).body.documentInfo?.fileId).toBe(id);
  await room.close();
});
