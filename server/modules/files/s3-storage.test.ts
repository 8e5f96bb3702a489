import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStreamedUpload, sendZeroes } from '#server/testing/clients/streamed-upload.ts';
import { type S3Server, startS3Server } from '#server/testing/fakes/s3-server.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

const MB = 1024 ** 2;
let s3: S3Server;
let testApp: TestApp;

beforeAll(async () => {
  s3 = await startS3Server();
  testApp = await openTestApp({ config: { s3: s3.settings } });
});
afterAll(async () => {
  testApp.server.http.server.closeAllConnections();
  await testApp.close();
  await s3.stop();
});

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of testApp.server.services.blobs.keys()) keys.push(key);
  return keys;
}

test('a file in a bucket is downloaded whole and in ranges, and its text is found', async () => {
  const owner = await testApp.user();
  const content = randomBytes(11 * MB); // Large enough for three parts of an upload to S3.
  const { id } = await owner.file({ name: 'big.pdf', content });
  expect((await owner.get(`/api/files/${id}/download`)).bytes.equals(content)).toBe(true);
  const range = await owner.get(`/api/files/${id}/view`, { range: 'bytes=5242870-5242890' });
  expect([range.status, range.bytes.equals(content.subarray(5_242_870, 5_242_891))]).toEqual([206, true]);
  const note = await owner.file({ name: 'note.txt', content: 'The sanderling clause' });
  await testApp.finishJobs();
  expect((await owner.get('/api/search?query=sanderling')).body.documentInfo).toMatchObject({
    fileId: note.id,
  });
});

test('a deleted file in a bucket is not found at once', async () => {
  const owner = await testApp.user();
  const { id } = await owner.file();
  await owner.delete(`/api/files/${id}`);
  for (const call of ['', '/view', '/download'])
    expect((await owner.get(`/api/files/${id}${call}`)).status).toBe(404);
});

test('a bucket contains nothing readable', async () => {
  const before = new Set(await storedKeys());
  await (await testApp.user()).file({ content: 'A secret clause' });
  const [key = ''] = (await storedKeys()).filter((stored) => !before.has(stored));
  const answer = await fetch(`${s3.settings.endpoint}/${s3.settings.bucket}/${key}`);
  expect(await answer.text()).not.toContain('secret');
  expect(answer.status).toBe(200);
});

test('an aborted or oversized upload leaves neither an object nor a multipart upload in the bucket', async () => {
  await testApp.finishJobs();
  const before = (await storedKeys()).sort();
  const owner = await testApp.user();
  const url = await testApp.server.http.listen({ port: 0, host: '127.0.0.1' });
  const broken = openStreamedUpload(url, owner.cookie);
  await sendZeroes(broken.sending, 12 * MB);
  await expect.poll(() => readdir(s3.uploadsFolder)).toHaveLength(1);
  broken.sending.destroy();
  await vi.waitFor(async () => expect(await readdir(s3.uploadsFolder)).toEqual([]), { timeout: 10_000 });
  const large = openStreamedUpload(url, owner.cookie);
  await sendZeroes(large.sending, 26 * MB);
  expect(await large.answer).toMatchObject({ status: 413 });
  await expect.poll(() => readdir(s3.uploadsFolder)).toEqual([]);
  expect((await storedKeys()).sort()).toEqual(before);
  expect((await owner.get('/api/files')).body).toEqual([]);
});
