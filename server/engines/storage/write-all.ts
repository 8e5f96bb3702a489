import { writev } from 'node:fs';
import { promisify } from 'node:util';
import { releaseMemory } from './release-memory.ts';

const write = promisify(writev);

/** Writes the chunks at the position of the file, all of them or with an error, and frees their memory. */
export async function writeAll(fd: number, chunks: readonly Buffer[]): Promise<void> {
  let left = chunks.filter(({ length }) => length > 0);
  while (left.length > 0) {
    const { bytesWritten } = await write(fd, left);
    // A disk that fills up takes a part; trying the rest tells why.
    left = withoutBeginning(left, bytesWritten);
  }
  chunks.forEach(releaseMemory);
}

function withoutBeginning(chunks: readonly Buffer[], length: number): Buffer[] {
  const left: Buffer[] = [];
  let skipped = 0;
  for (const chunk of chunks) {
    const from = Math.min(chunk.length, Math.max(0, length - skipped));
    skipped += chunk.length;
    if (from < chunk.length) left.push(chunk.subarray(from));
  }
  return left;
}
