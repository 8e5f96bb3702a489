import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '#server/testing/s3-server.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

const KEY = 'ab'.repeat(32);
const HOUR_MS = 60 * 60 * 1000;
let s3: S3Server;
let impostor: Server | undefined;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());
afterEach(async () => {
  impostor?.closeAllConnections();
  impostor?.close();
  impostor = undefined;
});

/** A store whose server answers what a real one answers only in bad times. */
async function storeAnswering(answer: RequestListener): Promise<ObjectStore> {
  impostor = createServer(answer).listen(0, '127.0.0.1');
  await once(impostor, 'listening');
  const address = impostor.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return createS3Store({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` });
}

const error = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>.</Message></Error>`;

test('uploads that nobody continues are swept after a day, younger ones are left to their process', async () => {
  const hoursAgo = { old: 25, young: 23 };
  for (const [name, hours] of Object.entries(hoursAgo)) {
    const folder = join(s3.uploadsFolder, name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'key'), KEY);
    const then = new Date(Date.now() - hours * HOUR_MS);
    await utimes(join(folder, 'key'), then, then);
  }
  const store = await createS3Store(s3.settings);
  expect(await store.sweep()).toBe(1);
  expect(await readdir(s3.uploadsFolder)).toEqual(['young']);
});

test.each([
  ['no such bucket', { bucket: 'other' }],
  ['an unknown access key', { accessKeyId: 'unknown' }],
  ['no server', { endpoint: 'http://127.0.0.1:9' }],
])('the check fails with %s', async (_what, wrong) => {
  const store = await createS3Store({ ...s3.settings, ...wrong });
  await expect(store.check()).rejects.toThrow();
});

test.each([
  [507, 'XMinioStorageFull'],
  [507, 'InsufficientStorage'],
  [403, 'QuotaExceeded'],
])('a full store (%i %s) is told as such', async (status, code) => {
  const store = await storeAnswering((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(error(code)));
  });
  await expect(store.put(KEY, Readable.from([randomBytes(100)]))).rejects.toMatchObject({
    code: 'storage-full',
  });
});

test('a server that knows no list of uploads has nothing to sweep', async () => {
  const store = await storeAnswering((_request, response) =>
    response.writeHead(501).end(error('NotImplemented')),
  );
  expect(await store.sweep()).toBe(0);
});

test('an object whose answer was lost is removed again', async () => {
  const calls: string[] = [];
  const store = await storeAnswering((request, response) => {
    calls.push(request.method ?? '');
    if (request.method === 'PUT')
      request.resume().on('end', () => response.writeHead(400).end(error('Lost')));
    else response.writeHead(204).end();
  });
  await expect(store.put(KEY, Readable.from([randomBytes(100)]))).rejects.toThrow();
  expect(calls).toEqual(['PUT', 'DELETE']);
});

test('a reader that goes away closes the connection', async () => {
  let closed: Promise<unknown> | undefined;
  const store = await storeAnswering((request, response) => {
    closed = once(request.socket, 'close');
    response.writeHead(200, { 'content-length': 10_000_000 }).write(Buffer.alloc(1000));
  });
  const body = await store.get(KEY);
  body.once('data', () => body.destroy());
  await once(body, 'close');
  await closed;
});

test('a connection lost in the middle of an object fails the stream', async () => {
  const store = await storeAnswering((_request, response) => {
    response.writeHead(200, { 'content-length': 10_000 }).write(Buffer.alloc(1000), () => response.destroy());
  });
  const body = await store.get(KEY);
  await expect(body.toArray()).rejects.toThrow();
});
