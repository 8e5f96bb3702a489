import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { MULTIPART_FRAME, openStreamedUpload, sendZeroes } from '#server/testing/clients/streamed-upload.ts';
import { openHeldRequest } from '#server/testing/held-request.ts';
import { testWith } from '#server/testing/test-app.ts';

const BODY_TIMEOUT_MS = 300;
const TIMEOUT = {
  error: 'The request took too long to arrive. Check your connection and try again.',
  code: 'timeout',
};

const test = testWith({ bodyTimeoutMs: BODY_TIMEOUT_MS }).extend<{ $file: { url: string } }>({
  url: [
    async ({ testApp }, use) => {
      await use(await testApp.server.http.listen({ port: 0, host: '127.0.0.1' }));
      testApp.server.http.server.closeAllConnections();
    },
    { scope: 'file' },
  ],
});

test('a JSON body that does not arrive in time is answered 408 and closes the connection', async ({
  testApp,
  url,
}) => {
  const person = await testApp.user();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const began = performance.now();
  const head = ['POST /api/folders HTTP/1.1', `host: ${hostname}`, `cookie: ${person.cookie}`];
  socket.write(`${head.join('\r\n')}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`);
  // Single bytes do not extend the time.
  const trickle = setInterval(() => socket.write(' '), BODY_TIMEOUT_MS / 5);
  socket.once('end', () => clearInterval(trickle));
  const answer = Buffer.concat(await socket.toArray()).toString();
  expect(performance.now() - began).toBeGreaterThanOrEqual(BODY_TIMEOUT_MS);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(answer).toContain(JSON.stringify(TIMEOUT));
  expect((await person.get('/api/folders')).body).toEqual([]);
});

test('the time limit applies to anonymous sign-ins and unknown URLs', async ({ url }) => {
  for (const path of ['/api/login', '/api/no-such-call']) {
    const headers = { 'content-type': 'application/json' };
    const body = Buffer.from('{"username":"somebody","password":"long enough"}');
    const { answer, sending } = openHeldRequest(url, {
      method: 'POST',
      path,
      cookie: undefined,
      headers,
      body,
    });
    expect(await answer).toEqual({ status: 408, body: TIMEOUT });
    sending.destroy();
  }
});

test('uploads may exceed the time limit of JSON bodies', async ({ testApp, url }) => {
  const person = await testApp.user();
  const { sending, answer } = openStreamedUpload(url, person.cookie);
  await sendZeroes(sending, 1024);
  await new Promise((resolve) => setTimeout(resolve, BODY_TIMEOUT_MS * 2));
  sending.end(MULTIPART_FRAME.ending);
  expect(await answer).toMatchObject({ status: 201, body: { size: 1024 } });
});

test('a client that disconnects in the middle of its body has no effect on others', async ({
  testApp,
  url,
}) => {
  const person = await testApp.user();
  const { sending } = openHeldRequest(url, {
    method: 'POST',
    path: '/api/folders',
    cookie: person.cookie,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"name":"Folder"}'),
  });
  await once(sending, 'socket');
  sending.destroy();
  await new Promise((resolve) => setTimeout(resolve, BODY_TIMEOUT_MS * 2));
  expect((await person.post('/api/folders', { name: 'Folder' })).status).toBe(201);
});
