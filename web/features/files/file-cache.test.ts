import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { File } from '#shared/contracts/files.ts';
import {
  ALL_FILES_KEY,
  fileKey,
  folderFilesKey,
  forgetFiles,
  RECENT_FILES_KEY,
  removeCachedFiles,
  updateCachedFiles,
} from './file-cache.ts';

// Only what the cache looks at.
const file = (id: number, folderId = 1) => ({ id, folderId, name: `${id}.txt` }) as File;

function fillCache(files: readonly File[]) {
  const client = new QueryClient();
  for (const key of [ALL_FILES_KEY, RECENT_FILES_KEY, folderFilesKey(1)]) client.setQueryData(key, files);
  client.setQueryData(folderFilesKey(2), []);
  for (const each of files) client.setQueryData(fileKey(each.id), each);
  return client;
}

test('removed files leave the lists, and the newest ones are asked for again', () => {
  const files = [file(1), file(2), file(3)];
  const client = fillCache(files);
  removeCachedFiles(client, [file(1), file(2)]);
  expect(client.getQueryData(ALL_FILES_KEY)).toEqual([file(3)]);
  expect(client.getQueryData(folderFilesKey(1))).toEqual([file(3)]);
  expect(client.getQueryData(RECENT_FILES_KEY)).toEqual(files);
  expect(client.getQueryState(RECENT_FILES_KEY)?.isInvalidated).toBe(true);
});

test('files that are gone are forgotten, and no others', () => {
  const client = fillCache([file(1), file(2), file(3)]);
  forgetFiles(client, [file(1), file(3)]);
  expect([1, 2, 3].map((id) => client.getQueryData(fileKey(id)))).toEqual([undefined, file(2), undefined]);
});

test('a moved file is in its new folder only, and the others stay the same objects', () => {
  const files = [file(1), file(2)];
  const client = fillCache(files);
  updateCachedFiles(client, [file(1, 2)]);
  expect(client.getQueryData(folderFilesKey(1))).toEqual([file(2)]);
  expect(client.getQueryData(folderFilesKey(2))).toEqual([file(1, 2)]);
  expect(client.getQueryData(fileKey(1))).toEqual(file(1, 2));
  expect(client.getQueryData<File[]>(ALL_FILES_KEY)?.[1]).toBe(files[1]);
});
