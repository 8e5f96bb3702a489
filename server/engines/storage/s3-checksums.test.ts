import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openS3Store } from './s3-store.ts';

const KEY = 'cd'.repeat(32);
const PART_BYTES = 5 * 1024 ** 2;

interface Write {
  readonly method: string;
  readonly named: string | string[] | undefined;
  readonly actual: string;
}

const checksumOf = (bytes: Buffer): string => {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum.toString('base64');
};

/** Opens a store whose server takes every write and reports the checksum that `report` returns for it. */
async function openStore(report: (write: Write) => string | undefined) {
  const writes: Write[] = [];
  const removed: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const actual = checksumOf(await buffer(request));
    const write = { method: request.method ?? '', named: request.headers['x-amz-checksum-crc32'], actual };
    if (request.method === 'PUT') writes.push(write);
    if (request.method === 'DELETE') removed.push(request.url ?? '');
    const stored = report(write);
    const begun = '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>';
    response
      .writeHead(200, { etag: '"1"', ...(stored !== undefined && { 'x-amz-checksum-crc32': stored }) })
      .end(request.url?.includes('uploads') ? begun : '<CompleteMultipartUploadResult/>');
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const endpoint = `http://127.0.0.1:${port}`;
  const store = await openS3Store({ bucket: 'room', region: 'us-east-1', endpoint, ...credentials });
  return { store, writes, removed };
}

test.for([
  ['a small object', 100, 1],
  ['every part of a large object', 2 * PART_BYTES + 100, 3],
] as const)('%s is sent with the checksum of its bytes', async ([_name, size, count]) => {
  const { store, writes } = await openStore(({ actual }) => actual);
  await store.put(KEY, Readable.from([randomBytes(size)]));
  expect(writes).toHaveLength(count);
  for (const { named, actual } of writes) expect(named).toBe(actual);
});

test('an object is removed and refused when the server reports another checksum', async () => {
  const { store, removed } = await openStore(({ method }) => (method === 'PUT' ? 'AAAAAA==' : undefined));
  await expect(store.put(KEY, Readable.from([randomBytes(100)]))).rejects.toThrow('reports the checksum');
  expect(removed).toEqual([expect.stringContaining(KEY)]);
});

test('a server that reports no checksum is accepted', async () => {
  const { store, writes } = await openStore(() => undefined);
  await store.put(KEY, Readable.from([randomBytes(100)]));
  expect(writes).toHaveLength(1);
});
