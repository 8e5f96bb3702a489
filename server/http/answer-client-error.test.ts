import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { testWith } from '#server/testing/test-app.ts';

const HEADERS_TIMEOUT_MS = 200;
const NO_REQUEST = 'this is no request\r\n\r\n';

const test = testWith({
  headerTimeout: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 50 },
}).extend<{ $file: { url: string } }>({
  url: [
    async ({ testApp }, use) => {
      await use(await testApp.server.http.listen({ port: 0, host: '127.0.0.1' }));
      testApp.server.http.server.closeAllConnections();
    },
    { scope: 'file' },
  ],
});

async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Reads what arrives until the server closes the connection. */
const readAll = async (socket: Socket): Promise<string> => Buffer.concat(await socket.toArray()).toString();

const UNREADABLE = { error: "The request can't be read", code: 'invalid' };

test.for([
  ['headers that do not end', 'GET /api/user HTTP/1.1\r\nhost: room\r\nx-slow: ', 408, 'timeout'],
  ['a request line that does not end', 'GET /api/us', 408, 'timeout'],
  ['what is no request', NO_REQUEST, 400, 'invalid'],
  [
    'a body with a chunk of no size',
    'POST /api/login HTTP/1.1\r\nhost: room\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n',
    400,
    'invalid',
  ],
] as const)('%s: the answer says why and the connection ends', async ([, sent, status, code], { url }) => {
  const socket = await openSocket(url);
  const began = performance.now();
  socket.write(sent);
  const [head = '', body = '', ...more] = (await readAll(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/^connection: close$/im);
  expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(body)}\\r?$`, 'im'));
  expect([JSON.parse(body), more]).toEqual([{ error: expect.any(String), code }, []]);
  if (status === 408) expect(performance.now() - began).toBeGreaterThanOrEqual(HEADERS_TIMEOUT_MS);
});

test('what is no request after a complete answer is refused in an answer of its own', async ({ url }) => {
  const socket = await openSocket(url);
  socket.write('GET /healthz HTTP/1.1\r\nhost: room\r\n\r\n');
  await once(socket, 'readable');
  const first = String(socket.read());
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  socket.write(NO_REQUEST);
  const second = await readAll(socket);
  expect(second).toMatch(/^HTTP\/1\.1 400 /);
  expect(second).toContain(JSON.stringify(UNREADABLE));
});

test('no bytes enter an answer that is on its way: the connection ends', async ({ testApp, url }) => {
  const person = await testApp.user();
  const socket = await openSocket(url);
  // An answer that does not end by itself.
  socket.write(`GET /api/events HTTP/1.1\r\nhost: room\r\ncookie: ${person.cookie}\r\n\r\n`);
  await once(socket, 'readable');
  const first = String(socket.read());
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(first).toMatch(/^content-type: text\/event-stream/im);
  socket.write(NO_REQUEST);
  let rest = '';
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    rest += bytes.toString();
  });
  await once(socket, 'close');
  expect(rest).not.toMatch(/HTTP\/1\.1|can't be read/);
});
