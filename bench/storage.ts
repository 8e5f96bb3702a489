import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BlobStore, createBlobStore } from '#server/platform/storage/blob-store.ts';
import { createDiskStore } from '#server/platform/storage/disk-store.ts';

const MEGABYTES = 100;
const ROUNDS = 5;
/** As a socket hands them over. */
const CHUNK_BYTES = 64 * 1024;

interface Figure {
  name: string;
  megabytesPerSecond: number;
  /** The machine's own speed for the same bytes. */
  limit: number;
  target: number;
}

/** Medians of storing and reading one blob on disk, each round beside the plain file that it is compared with. */
export async function benchStorage(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-bench-'));
  try {
    const blobs = createBlobStore(createDiskStore(directory), randomBytes(32));
    await blobs.sweep();
    const times: Record<'store' | 'write' | 'open' | 'read', number[]> = {
      store: [],
      write: [],
      open: [],
      read: [],
    };
    for (let round = 0; round < ROUNDS; round += 1)
      await measureRound(blobs, join(directory, 'plain'), times);
    const speed = (name: keyof typeof times) => Math.round((MEGABYTES * 1000) / median(times[name]));
    return [
      {
        name: 'store, beside a synced write',
        megabytesPerSecond: speed('store'),
        limit: speed('write'),
        target: 0.5,
      },
      {
        name: 'read, beside a read stream',
        megabytesPerSecond: speed('open'),
        limit: speed('read'),
        target: 0.6,
      },
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measureRound(
  blobs: BlobStore,
  plainFile: string,
  times: Record<string, number[]>,
): Promise<void> {
  async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    times[name]?.push(performance.now() - start);
    return result;
  }
  await timed('write', () => pipeline(source(), createWriteStream(plainFile, { flush: true })));
  const blob = await timed('store', () => blobs.put(source(), { maxBytes: MEGABYTES * 1024 ** 2 }));
  await timed('read', () => drain(createReadStream(plainFile)));
  await timed('open', async () => drain(await blobs.open(blob)));
  await blobs.remove(blob.key);
  await rm(plainFile);
}

function source(): Readable {
  const chunk = randomBytes(CHUNK_BYTES);
  const count = (MEGABYTES * 1024 ** 2) / CHUNK_BYTES;
  return Readable.from(Array.from({ length: count }, () => chunk));
}

async function drain(bytes: Readable): Promise<void> {
  for await (const _chunk of bytes);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

if (import.meta.main) {
  const rows = (await benchStorage()).map(({ name, megabytesPerSecond, limit, target }) => ({
    figure: name,
    'MB/s': megabytesPerSecond,
    'machine MB/s': limit,
    ratio: Number((megabytesPerSecond / limit).toFixed(2)),
    target: `>= ${target}`,
  }));
  console.table(rows);
}
