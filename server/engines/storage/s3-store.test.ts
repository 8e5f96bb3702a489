import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import { type S3Server, startS3Server } from '#server/testing/fakes/s3-server.ts';
import { createBlobStore } from './blob-store.ts';
import { createKeyRing } from './key-ring.ts';
import { createKeyWrap } from './key-wrap.ts';
import type { ObjectStore } from './object-store.ts';
import { isStoreUnavailable } from './s3-errors.ts';
import { openS3Store } from './s3-store.ts';

const KEY = 'ab'.repeat(32);
const HOUR_MS = 60 * 60 * 1000;
const MASTER_KEY = randomBytes(32);
const BLOB_KEY = createSecretKey(randomBytes(32));
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
  return openS3Store({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` });
}

const error = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>.</Message></Error>`;

test('abandoned multipart uploads are removed after a day, and younger ones are kept', async () => {
  const hoursAgo = { old: 25, young: 23 };
  for (const [name, hours] of Object.entries(hoursAgo)) {
    const folder = join(s3.uploadsFolder, name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'key'), KEY);
    const then = new Date(Date.now() - hours * HOUR_MS);
    await utimes(join(folder, 'key'), then, then);
  }
  const store = await openS3Store(s3.settings);
  expect(await store.sweep()).toBe(1);
  expect(await readdir(s3.uploadsFolder)).toEqual(['young']);
});

test.each([
  ['no such bucket', { bucket: 'other' }],
  ['an unknown access key', { accessKeyId: 'unknown' }],
  ['no server', { endpoint: 'http://127.0.0.1:9' }],
])('the check fails with %s', async (_what, wrong) => {
  const store = await openS3Store({ ...s3.settings, ...wrong });
  await expect(store.check()).rejects.toThrow();
});

test.each([
  [507, 'XMinioStorageFull'],
  [507, 'InsufficientStorage'],
  [403, 'QuotaExceeded'],
])('a full store (%i %s) is reported as such', async (status, code) => {
  const store = await storeAnswering((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(error(code)));
  });
  await expect(store.put(KEY, Readable.from([randomBytes(100)]))).rejects.toMatchObject({
    failure: 'full',
  });
});

test('a server without a list of uploads has nothing to clean up', async () => {
  const store = await storeAnswering((_request, response) =>
    response.writeHead(501).end(error('NotImplemented')),
  );
  expect(await store.sweep()).toBe(0);
});

test('an object whose response was lost is removed again', async () => {
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

test('a reader that disconnects closes the connection', async () => {
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

test('a server that stops sending in the middle of an object fails the stream, as an outage', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await storeAnswering((_request, response) => {
    response.writeHead(200, { 'content-length': 10_000 }).write(Buffer.alloc(1_000));
  });
  const body = await store.get(KEY);
  const received = once(body, 'data');
  const failure = once(body, 'end').catch((error: unknown) => error);
  await received;
  vi.advanceTimersByTime(30_000);
  expect(isUnavailable(await failure)).toBe(true);
});

test('a reader may take its time for what has arrived', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await storeAnswering((_request, response) => {
    response.end(Buffer.alloc(1_000));
  });
  const body = await store.get(KEY);
  await once(body, 'readable');
  vi.advanceTimersByTime(600_000);
  expect(Buffer.concat(await body.toArray())).toHaveLength(1_000);
});

test('a connection lost in the middle of an object fails the stream', async () => {
  const store = await storeAnswering((_request, response) => {
    response.writeHead(200, { 'content-length': 10_000 }).write(Buffer.alloc(1000), () => response.destroy());
  });
  const body = await store.get(KEY);
  await expect(body.toArray()).rejects.toThrow();
});

describe('errors of the store', () => {
  const failureOf = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => expect.unreachable('the store answered'),
      (error: Error) => error,
    );
  const refusing = (status: number, body: string): RequestListener => {
    return (request, response) => request.resume().on('end', () => response.writeHead(status).end(body));
  };

  test.each<[string, boolean, RequestListener]>([
    ['500 without XML', true, refusing(500, 'Internal error')],
    ['502 from a proxy', true, refusing(502, '<html><body>Bad gateway</body></html>')],
    ['503 SlowDown', true, refusing(503, error('SlowDown'))],
    ['403 AccessDenied', true, refusing(403, error('AccessDenied'))],
    ['404 NoSuchBucket', true, refusing(404, error('NoSuchBucket'))],
    ['a connection reset', true, (request) => request.socket.destroy()],
    ['404 NoSuchKey', false, refusing(404, error('NoSuchKey'))],
    ['400 InvalidArgument', false, refusing(400, error('InvalidArgument'))],
  ])('%s is marked as unavailable: %s', async (_what, isOutage, answer) => {
    const store = await storeAnswering(answer);
    const read = await failureOf(store.get(KEY));
    expect(isUnavailable(read)).toBe(isOutage);
    const write = await failureOf(store.put(KEY, Readable.from([randomBytes(100)])));
    expect(isUnavailable(write)).toBe(isOutage);
  });

  test.each(['http://127.0.0.1:9', 'http://store.invalid'])(
    'a server that cannot be reached (%s) is marked as unavailable',
    async (endpoint) => {
      const store = await openS3Store({ ...s3.settings, endpoint });
      expect(isUnavailable(await failureOf(store.get(KEY)))).toBe(true);
    },
  );

  test('a timeout counts as unavailable', () => {
    expect(isStoreUnavailable(Object.assign(new Error('No answer'), { name: 'TimeoutError' }))).toBe(true);
    expect(isStoreUnavailable(new TypeError('No stream'))).toBe(false);
  });

  test('a connection lost in the middle of an object is marked as unavailable, a damaged object is not', async () => {
    const cut = await storeAnswering((_request, response) => {
      const sent = Buffer.alloc(100_000);
      response.writeHead(200, { 'content-length': 200_000 }).write(sent, () => response.destroy());
    });
    const blob = {
      key: KEY,
      size: 199_000,
      wrappedKey: createKeyWrap(createKeyRing({ masterKey: MASTER_KEY })).wrap(KEY, BLOB_KEY),
    };
    const lost = await failureOf((await cut.get(KEY)).toArray());
    expect(isUnavailable(lost)).toBe(true);
    const damaged = await storeAnswering((_request, response) => {
      response.writeHead(200, { 'content-length': 200_000 }).write(Buffer.alloc(100_000));
    });
    const bytes = await createBlobStore(damaged, createKeyRing({ masterKey: MASTER_KEY })).open(blob);
    const failure = await failureOf(bytes.toArray());
    expect([failure.name, isUnavailable(failure)]).toEqual(['StorageError', false]);
  });

  test('a failure of what is written is not marked as unavailable', async () => {
    const store = await openS3Store(s3.settings);
    const bytes = Readable.from(
      (function* () {
        yield randomBytes(100);
        throw new Error('The source is damaged');
      })(),
    );
    expect(isUnavailable(await failureOf(store.put(KEY, bytes)))).toBe(false);
  });
});
