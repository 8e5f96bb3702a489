import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Store } from './s3-store.ts';

const KEY = 'ef'.repeat(32);
const PART_BYTES = 5 * 1024 ** 2;

/** Opens a store whose server reads each request to its end and then does this to the connection. */
async function openStore(answer: (socket: Socket) => void): Promise<ObjectStore> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const [head = '', ...body] = received.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (body.length === 0 || body.join('\r\n\r\n').length < length) return;
      received = '';
      answer(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const endpoint = `http://127.0.0.1:${port}`;
  return openS3Store({ bucket: 'room', region: 'us-east-1', endpoint, ...credentials });
}

/** Sends these bytes and ends the connection. */
const sends =
  (...lines: string[]) =>
  (socket: Socket): void =>
    void socket.end(lines.join('\r\n'));

const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>.</Message></Error>`;
const answers = (status: string, body: string) =>
  sends(`HTTP/1.1 ${status}`, `content-length: ${body.length}`, '', body);
const half = 'x'.repeat(100);

const OUTAGES: [string, (socket: Socket) => void][] = [
  ['closes the connection before an answer', (socket) => void socket.end()],
  ['resets the connection before an answer', (socket) => void socket.resetAndDestroy()],
  ['closes the connection in the status', sends('HTTP/1.1 2')],
  ['closes the connection in the headers', sends('HTTP/1.1 200 OK', 'content-le')],
  ['closes the connection in the body', sends('HTTP/1.1 200 OK', 'content-length: 200', '', half)],
  [
    'closes the connection in a chunk',
    sends('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', 'C8', half),
  ],
  [
    'closes the connection between chunks',
    sends('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', '64', half, ''),
  ],
  [
    'closes the connection in an error',
    sends('HTTP/1.1 500 Error', 'content-length: 200', '', '<?xml version'),
  ],
  ['speaks another protocol', sends('SSH-2.0-OpenSSH_9.2', '')],
  ['answers 500 without a body', answers('500 Error', '')],
  ['answers 500 with XML', answers('500 Error', xml('InternalError'))],
  ['answers 503 with HTML', answers('503 Unavailable', '<html><body>Away</body></html>')],
  ['answers 503 with XML', answers('503 Unavailable', xml('ServiceUnavailable'))],
  ['answers 429', answers('429 Too Many Requests', xml('TooManyRequests'))],
  ['answers that the request came in too slowly', answers('400 Bad Request', xml('RequestTimeout'))],
  ['answers that another operation is in progress', answers('409 Conflict', xml('OperationAborted'))],
];

const OPERATIONS: [string, (store: ObjectStore) => Promise<unknown>][] = [
  ['a read', (store) => store.read(KEY, 200)],
  ['a stream', async (store) => buffer(await store.get(KEY, { start: 0, end: 199 }))],
  ['a write', (store) => store.put(KEY, Readable.from([randomBytes(100)]))],
  ['a write in parts', (store) => store.put(KEY, Readable.from([randomBytes(PART_BYTES + 1)]))],
  ['a removal', (store) => store.remove(KEY)],
  ['a list', (store) => store.keys()[Symbol.asyncIterator]().next()],
  ['the marker', (store) => store.readMarker()],
  ['a check', (store) => store.check()],
];

/** A check asks for headers alone: it does not see the body that is cut, nor the name of an error. */
const isCheckUnaware = (what: string): boolean => /in the body|chunk|too slowly|in progress/.test(what);

test.for(OUTAGES)(
  'a server that %s is away, whatever it was asked for',
  { timeout: 60_000 },
  async ([what, answer]) => {
    const store = await openStore(answer);
    const asked = OPERATIONS.filter(([operation]) => operation !== 'a check' || !isCheckUnaware(what));
    const failures = await Promise.all(
      asked.map(async ([operation, run]) => {
        const error = await run(store).then(
          () => 'answered',
          (reason: unknown) => reason,
        );
        return [operation, isUnavailable(error) ? 'away' : String(error)];
      }),
    );
    expect(failures).toEqual(asked.map(([operation]) => [operation, 'away']));
  },
);

test('an object that is there and empty is damaged, which is no outage', async () => {
  const store = await openStore(answers('200 OK', ''));
  expect(await store.read(KEY, 200)).toHaveLength(0);
});
