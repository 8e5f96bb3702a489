import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type BlobStore,
  openTemporaryStore,
  type StoredBlob,
} from '#server/engines/storage/object-storage.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';
import { type Figure, throughputFigure } from '../harness/figures.ts';
import { hundredMegabytes, MEGABYTES } from '../harness/hundred-megabytes.ts';
import { measureInRounds } from '../harness/measure-rounds.ts';

/** Measures storing and reading a blob on disk, compared with a plain file in each round. */
export function benchObjectStore(): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    const blobs = await openTemporaryStore(directory);
    return measure(blobs, join(directory, 'plain'));
  });
}

async function measure(blobs: BlobStore, plainFile: string): Promise<Figure[]> {
  const stored: StoredBlob[] = [];
  const times = await measureInRounds(
    {
      write: () => pipeline(source(), createWriteStream(plainFile, { flush: true })),
      store: async () => stored.push(await blobs.put(source(), { maxBytes: MEGABYTES * 1024 ** 2 })),
      read: () => drain(createReadStream(plainFile)),
      open: async () => {
        for (const blob of stored.slice(-1)) await drain(await blobs.open(blob));
      },
      // This is not measured: every round starts with the same free space.
      remove: async () => {
        await rm(plainFile, { force: true });
        for (const blob of stored.splice(0)) await blobs.remove(blob.key);
      },
    },
    1,
  );
  return [
    throughputFigure('store, compared with a synced write', MEGABYTES, times.store.p50, times.write.p50, 0.5),
    throughputFigure('read, compared with a read stream', MEGABYTES, times.open.p50, times.read.p50, 0.6),
  ];
}

const source = (): Readable => Readable.from(hundredMegabytes());

async function drain(bytes: Readable): Promise<void> {
  for await (const _chunk of bytes);
}
