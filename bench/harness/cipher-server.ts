import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Stores the same way as a bare Node.js program: `cipher-server.ts FOLDER`. POST stores the body hashed, in frames of 64 KiB
 * with AES-256-GCM, synced under its name; GET decrypts it; /usage is its processor time in ms. No rights, names or records.
 */
const [, , folder = ''] = process.argv;
const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';
const key = createSecretKey(randomBytes(32));
let count = 0;

function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(frame, 8);
  return nonce;
}

/** Cuts chunks into pieces of a size; the last is shorter. */
async function* inPieces(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    kept.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    const bytes = Buffer.concat(kept);
    let at = 0;
    for (; at + size <= bytes.length; at += size) yield bytes.subarray(at, at + size);
    kept = [bytes.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(kept);
}

async function sync(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync();
  await directory.close();
}

async function store(request: IncomingMessage): Promise<string> {
  count += 1;
  const name = String(count);
  const hash = createHash('sha256');
  const file = await open(join(folder, `${name}.part`), 'wx');
  let frame = 0;
  for await (const piece of inPieces(request, FRAME_BYTES)) {
    hash.update(piece);
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(frame), { authTagLength: TAG_BYTES });
    await file.writev([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    frame += 1;
  }
  hash.digest();
  await file.sync();
  await file.close();
  await rename(join(folder, `${name}.part`), join(folder, name));
  await sync(folder);
  return name;
}

async function* decrypt(path: string): AsyncGenerator<Buffer> {
  let frame = 0;
  for await (const piece of inPieces(createReadStream(path), FRAME_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(frame), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(piece.subarray(-TAG_BYTES));
    yield decipher.update(piece.subarray(0, -TAG_BYTES));
    decipher.final();
    frame += 1;
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    response.writeHead(201).end(await store(request));
  } else if (request.url === '/usage') {
    const { user, system } = process.cpuUsage();
    response.end(String((user + system) / 1_000));
  } else {
    const path = join(folder, request.url?.slice(1) ?? '');
    const { size } = statSync(path);
    const length = size - Math.ceil(size / (FRAME_BYTES + TAG_BYTES)) * TAG_BYTES;
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': length });
    await pipeline(Readable.from(decrypt(path), { objectMode: false }), response);
  }
}

// A client may close its connection as soon as it has the last byte.
const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
console.log(`http://127.0.0.1:${port}`);

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
