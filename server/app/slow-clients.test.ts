import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished } from 'vitest';
import { openStreamedUpload, sendZeroes } from '#server/testing/clients/streamed-upload.ts';
import { createTusClient, TUS_HEADERS, UPLOAD_MEDIA_TYPE } from '#server/testing/clients/tus-client.ts';
import { openHeldRequest } from '#server/testing/held-request.ts';
import { testWith } from '#server/testing/test-app.ts';

const HEADERS_TIMEOUT_MS = 1_000;
const UPLOAD_WINDOW_MS = 300;

const test = testWith({
  maxConnections: 10,
  headerTimeout: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 100 },
  minUploadRate: { bytes: 1024, windowMs: UPLOAD_WINDOW_MS },
}).extend<{ $file: { url: string } }>({
  url: [
    async ({ testApp }, use) => {
      await use(await testApp.server.http.listen({ port: 0, host: '127.0.0.1' }));
      testApp.server.http.server.closeAllConnections();
    },
    { scope: 'file' },
  ],
});

const CREDENTIALS = Buffer.from('{"username":"somebody","password":"long enough"}');

const holdBody = (url: string, path: string, cookie?: string) =>
  openHeldRequest(url, {
    method: 'POST',
    path,
    cookie,
    headers: { 'content-type': 'application/json' },
    body: CREDENTIALS,
  });

describe('bodies that never end', () => {
  test.for(['/api/login', '/api/no-such-call'])(
    'of one address to %s are refused and closed beyond a limit, and those of users are not',
    async (path, { testApp, url }) => {
      const person = await testApp.user();
      const held = Array.from({ length: 200 }, () => holdBody(url, path));
      let refused = 0;
      for (const { answer } of held)
        answer.then(
          ({ status }) => {
            if (status === 429) refused += 1;
          },
          () => {},
        );
      await expect.poll(() => refused).toBe(200 - 64);
      const folder = await fetch(`${url}/api/folders`, {
        method: 'POST',
        headers: { cookie: person.cookie ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Deal', parentId: null, ownerId: person.id }),
      });
      expect(folder.status).toBe(201);
      for (const { sending } of held) sending.destroy();
      await expect
        .poll(
          async () =>
            (
              await fetch(`${url}/api/login`, {
                method: 'POST',
                body: CREDENTIALS,
                headers: { 'content-type': 'application/json' },
              })
            ).status,
        )
        .toBe(401);
    },
  );
});

test('bodies that never end are closed beyond a limit after their refusal too', async ({ url }) => {
  const held = Array.from({ length: 200 }, () => holdBody(url, '/api/folders'));
  const statuses = await Promise.all(held.map(async ({ answer }) => (await answer).status));
  expect(new Set(statuses)).toEqual(new Set([401]));
  const countOpen = () => held.filter(({ sending }) => !sending.destroyed).length;
  await expect.poll(countOpen).toBeLessThanOrEqual(64);
  for (const { sending } of held) sending.destroy();
});

test('headers that never end are limited for each address, and end after a time', async ({ url }) => {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(
    Array.from({ length: 400 }, async () => {
      const socket: Socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      socket.write('GET /api/user HTTP/1.1\r\nx-slow: ');
      return socket;
    }),
  );
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const countOpen = () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  for (const socket of sockets) socket.resume();
  await expect.poll(countOpen).toBeLessThanOrEqual(256);
  expect(countOpen()).toBeGreaterThan(0);
  await expect.poll(countOpen, { timeout: HEADERS_TIMEOUT_MS * 5 }).toBe(0);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

describe('an upload that hardly sends', () => {
  test('an upload that hardly sends is closed, whether it is a form or resumable, and a resumable one keeps its bytes', async ({
    testApp,
    url,
  }) => {
    const person = await testApp.user();
    const form = openStreamedUpload(url, person.cookie);
    await expect(form.answer).rejects.toThrow();
    const path = await createTusClient(person).open(1_000_000);
    const held = openHeldRequest(url, {
      method: 'PATCH',
      path,
      cookie: person.cookie,
      headers: { ...TUS_HEADERS, 'content-type': UPLOAD_MEDIA_TYPE, 'upload-offset': '0' },
      body: Buffer.alloc(100_000),
    });
    await expect(held.answer).rejects.toThrow();
    await expect
      .poll(async () => (await createTusClient(person).head(path)).headers['upload-offset'])
      .toBe('1');
  });

  test('continues while it sends enough', async ({ testApp, url }) => {
    const person = await testApp.user();
    const { sending } = openStreamedUpload(url, person.cookie);
    let isClosed = false;
    sending.once('close', () => {
      isClosed = true;
    });
    const began = performance.now();
    while (performance.now() - began < 3 * UPLOAD_WINDOW_MS) {
      await sendZeroes(sending, 2048);
      await wait(UPLOAD_WINDOW_MS / 10);
    }
    expect(isClosed).toBe(false);
    sending.destroy();
  });
});

test('requests of a few bytes are limited, and others of the same upload are not', async ({ testApp }) => {
  const person = await testApp.user();
  const tus = createTusClient(person);
  const path = await tus.open(1_000_000);
  const byte = Buffer.alloc(1);
  const statuses: number[] = [];
  for (let offset = 0; offset < 100; offset += 1) {
    const { status, headers } = await tus.append(path, statuses.filter((each) => each === 204).length, byte, {
      'content-length': '1',
    });
    statuses.push(status);
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const taken = statuses.filter((status) => status === 204).length;
  expect(taken).toBe(60);
  expect(statuses.at(-1)).toBe(429);
  const rest = Buffer.alloc(1_000_000 - taken);
  const last = await tus.append(path, taken, rest, { 'content-length': String(rest.length) });
  expect([last.status, last.headers['upload-offset']]).toEqual([204, '1000000']);
});
