import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { File, FileWithContent } from '#shared/contracts/files.ts';
import {
  ALL_FILES_KEY,
  fileKey,
  folderFilesKey,
  forgetFiles,
  forgetOldContent,
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

const version = (number: number) =>
  ({ ...file(1), version: number, content: `${number}` }) as FileWithContent;
const CONTENT_KEYS = ['pages', 'find', 'passage', 'beginning', 'bytes', 'as-pdf'].map((kind) => [
  'files',
  kind,
  1,
]);

test('the content of a file is forgotten when another version comes, and only then', () => {
  const client = new QueryClient();
  client.setQueryData(fileKey(1), version(2));
  const others = CONTENT_KEYS.map(([files, kind]) => [files, kind, 2]);
  for (const key of [...CONTENT_KEYS, ...others]) client.setQueryData([...key, 'part'], 'cached');
  const countCached = (keys: unknown[][]) =>
    keys.filter((key) => client.getQueryData([...key, 'part'])).length;
  forgetOldContent(client, version(2));
  expect(countCached(CONTENT_KEYS)).toBe(CONTENT_KEYS.length);
  forgetOldContent(client, version(3));
  expect([countCached(CONTENT_KEYS), countCached(others)]).toEqual([0, others.length]);
});

test('a change that comes with another version has the text of the file asked for again', () => {
  const client = new QueryClient();
  client.setQueryData(fileKey(1), version(2));
  const { content: _, ...renamed } = { ...version(3), name: 'new.txt' };
  updateCachedFiles(client, [renamed]);
  expect(client.getQueryData(fileKey(1))).toEqual(version(2));
  expect(client.getQueryState(fileKey(1))?.isInvalidated).toBe(true);
});
