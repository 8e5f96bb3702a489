import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import { callIndexWorker } from '../storage/index-worker-client.ts';
import { openSearchServer } from './search-server.ts';

/** Starts a server that answers each request with these bytes and ends the connection. */
async function startServer(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
}

const sends =
  (...lines: string[]) =>
  (socket: Socket): void =>
    void socket.end(lines.join('\r\n'));
const answers = (status: string, body: string) =>
  sends(`HTTP/1.1 ${status}`, `content-length: ${body.length}`, '', body);
const failed = (type: string) => JSON.stringify({ error: { type, reason: 'why' } });

const OUTAGES: [string, (socket: Socket) => void][] = [
  ['closes the connection before an answer', (socket) => void socket.end()],
  ['resets the connection', (socket) => void socket.resetAndDestroy()],
  ['closes the connection in the headers', sends('HTTP/1.1 200 OK', 'content-le')],
  ['closes the connection in the body', sends('HTTP/1.1 200 OK', 'content-length: 99', '', '{"took":1')],
  [
    'closes the connection in a chunk',
    sends('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', '63', '{"took"'),
  ],
  ['speaks another protocol', sends('SSH-2.0-OpenSSH_9.2', '')],
  ['answers 200 without a body', answers('200 OK', '')],
  ['answers 200 with HTML', answers('200 OK', '<html></html>')],
  ['answers 200 with half of its JSON', answers('200 OK', '{"took":1,"hits":{')],
  ['answers 429', answers('429 Too Many Requests', failed('rejected_execution_exception'))],
  ['answers 404 with HTML', answers('404 Not Found', '<html></html>')],
  ['answers 502 with HTML', answers('502 Bad Gateway', '<html></html>')],
  ['answers 503', answers('503 Service Unavailable', failed('cluster_block_exception'))],
  ['has lost the index', answers('404 Not Found', failed('index_not_found_exception'))],
];

test.for(OUTAGES)('a search server that %s is away', async ([, answer]) => {
  const server = openSearchServer({ url: await startServer(answer), indexPrefix: 'room' });
  onTestFinished(() => server.close());
  for (const call of [server.send('POST', '/room/_search', {}), server.find('/room/_doc/state')]) {
    const error = await call.catch((reason: unknown) => reason);
    expect([String(error), isUnavailable(error)]).toEqual([String(error), true]);
  }
});

test.for(OUTAGES)('the worker passes on that a search server that %s is away', async ([, answer]) => {
  const settings = { url: await startServer(answer), indexPrefix: 'room' };
  const index = callIndexWorker({
    url: new URL('./remote-worker.ts', import.meta.url),
    data: { settings, installation: 'installation' },
  });
  onTestFinished(() => index.close());
  const query = { accessFilter: { all: true }, limit: 1, method: 'keyword', text: 'heron' } as const;
  for (const call of [() => index.readPosition(), () => index.search(query)]) {
    const error = await call().catch((reason: unknown) => reason);
    expect([String(error), isUnavailable(error)]).toEqual([String(error), true]);
  }
});

test.for([
  ['400', answers('400 Bad Request', failed('parsing_exception'))],
  ['401', answers('401 Unauthorized', '')],
] as const)('a search server that refuses a request with %s is not away', async ([, answer]) => {
  const server = openSearchServer({ url: await startServer(answer), indexPrefix: 'room' });
  onTestFinished(() => server.close());
  const error = await server.send('POST', '/room/_search', {}).catch((reason: unknown) => reason);
  expect([error instanceof Error, isUnavailable(error)]).toEqual([true, false]);
});
