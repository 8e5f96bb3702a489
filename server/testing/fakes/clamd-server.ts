import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Selects what the fake does with the next streams. */
type Behavior = 'scan' | 'hang' | 'garbage' | 'flood' | 'close' | 'error';

/** Text that the fake takes for a virus, unless a test says otherwise. */
export const SIMULATED_VIRUS = 'a simulated virus';

export interface FakeClamd {
  readonly address: { readonly path: string };
  behavior: Behavior;
  /** Content that contains it is infected. */
  virus: string;
  /** Longer streams are refused before their end, as by `StreamMaxLength`. */
  maxStreamBytes: number;
  /** The streams that were received whole. */
  readonly received: Buffer[];
  /** Stops listening; `start` listens again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server that speaks the part of clamd's protocol that is used. */
export async function startFakeClamd(): Promise<FakeClamd> {
  const path = join(tmpdir(), `clamd-${randomUUID().slice(0, 8)}.sock`);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    serve(fake, socket).catch(() => socket.destroy());
  });
  const fake: FakeClamd = {
    address: { path },
    behavior: 'scan',
    virus: SIMULATED_VIRUS,
    maxStreamBytes: Number.MAX_SAFE_INTEGER,
    received: [],
    start: () => new Promise((resolve) => server.listen(path, resolve)),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(path, { force: true });
    },
  };
  await fake.start();
  return fake;
}

async function serve(fake: FakeClamd, socket: Socket): Promise<void> {
  const read = createReader(socket);
  const command = await read.until(0);
  if (command === 'zPING') return void socket.end(fake.behavior === 'scan' ? 'PONG\0' : 'NO\0');
  if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0');
  if (fake.behavior === 'close') {
    await read.bytes(4);
    return void socket.destroy();
  }
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const length = (await read.bytes(4)).readUInt32BE();
    if (length === 0) break;
    total += length;
    if (total > fake.maxStreamBytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    chunks.push(await read.bytes(length));
  }
  const stream = Buffer.concat(chunks);
  fake.received.push(stream);
  const isInfected = stream.includes(fake.virus);
  const answers: Record<Exclude<Behavior, 'hang' | 'close'>, string> = {
    scan: isInfected ? 'stream: Simulated.Virus-1 FOUND\0' : 'stream: OK\0',
    garbage: 'HTTP/1.1 400 Bad Request\0',
    flood: 'x'.repeat(100_000),
    error: "stream: Can't allocate memory ERROR\0",
  };
  if (fake.behavior !== 'hang') socket.end(answers[fake.behavior]);
}

function createReader(socket: Socket) {
  const chunks = socket[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const more = async (): Promise<void> => {
    const { value, done } = await chunks.next();
    if (done) throw new Error('The client has left');
    held = Buffer.concat([held, value]);
  };
  const take = (length: number): Buffer => {
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
  return {
    async bytes(length: number): Promise<Buffer> {
      while (held.length < length) await more();
      return take(length);
    },
    async until(end: number): Promise<string> {
      while (!held.includes(end)) await more();
      return take(held.indexOf(end) + 1)
        .subarray(0, -1)
        .toString();
    },
  };
}
