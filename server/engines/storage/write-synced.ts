import type { FileHandle } from 'node:fs/promises';
import { releaseMemory } from './release-memory.ts';

/** Written at once: fewer calls than chunk by chunk, for a few MB of memory. */
const BATCH_BYTES = 1024 * 1024;

/**
 * Writes the chunks to the file and syncs it; while one batch is written the next is gathered. Takes the chunks over:
 * the memory of those written is freed at once, since waiting for the garbage collector cost a tenth of the time.
 */
export async function writeSynced(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  let writing = Promise.resolve();
  let batch: Buffer[] = [];
  let gathered = 0;
  const begin = async (): Promise<void> => {
    await writing;
    writing = writeBatch(file, batch);
    // Awaited at the next batch; should the source fail first, its error is the one to tell.
    writing.catch(() => undefined);
    batch = [];
    gathered = 0;
  };
  for await (const chunk of chunks) {
    batch.push(chunk);
    gathered += chunk.length;
    if (gathered >= BATCH_BYTES) await begin();
  }
  await begin();
  await writing;
  await file.sync();
}

async function writeBatch(file: FileHandle, batch: readonly Buffer[]): Promise<void> {
  if (batch.length === 0) return;
  const { bytesWritten } = await file.writev(batch);
  const length = batch.reduce((sum, chunk) => sum + chunk.length, 0);
  // A disk that fills up takes a part; trying the rest tells why.
  if (bytesWritten < length) await file.writeFile(Buffer.concat(batch).subarray(bytesWritten));
  batch.forEach(releaseMemory);
}
