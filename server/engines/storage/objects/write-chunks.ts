import { writeAll } from '../write-all.ts';

/** Written at once: fewer calls than chunk by chunk, for a few MB of memory. */
const BATCH_BYTES = 1024 * 1024;

/**
 * Writes the chunks to the file; while one batch is written the next is gathered. Takes the chunks over: the memory of those
 * written is freed at once, since waiting for the garbage collector cost a tenth of the time. When it settles, nothing is being
 * written any more, also after an error: the file can be closed, whose number the next one that is opened may get.
 */
export async function writeChunks(
  fd: number,
  chunks: AsyncIterable<Buffer>,
  write: (fd: number, batch: readonly Buffer[]) => Promise<void> = writeAll,
): Promise<void> {
  let writing = Promise.resolve();
  let batch: Buffer[] = [];
  let gathered = 0;
  const begin = async (): Promise<void> => {
    await writing;
    writing = write(fd, batch);
    // Awaited at the next batch; should the source fail first, its error is the one to report.
    writing.catch(() => undefined);
    batch = [];
    gathered = 0;
  };
  try {
    for await (const chunk of chunks) {
      batch.push(chunk);
      gathered += chunk.length;
      if (gathered >= BATCH_BYTES) await begin();
    }
    await begin();
  } catch (error) {
    await writing.catch(() => undefined);
    throw error;
  }
  await writing;
}
