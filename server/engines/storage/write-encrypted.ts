import type { Readable } from 'node:stream';
import { EncryptedWriter } from './encrypted-writer.ts';
import type { Encryption, WrittenObject } from './encryption.ts';
import { gatherPieces } from './pieces.ts';
import { type ThreadWriter, writeInThread } from './writer-thread.ts';

/** Counts the chunks as they pass. */
async function* limit(chunks: Readable, assertSize: Encryption['assertSize']): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    assertSize(size);
    yield chunk;
  }
}

/**
 * Hashes, encrypts and writes bytes to an open file, which the caller syncs and closes. What is more than one piece is left to a
 * thread, so that the main thread only receives it: a large upload then takes two processors and holds up no other request.
 */
export async function writeEncrypted(
  fd: number,
  bytes: Readable,
  { key, assertSize, freesChunks }: Encryption,
): Promise<WrittenObject> {
  let thread: ThreadWriter | undefined;
  const beginThread = () => {
    thread ??= writeInThread(fd, key);
    return thread;
  };
  try {
    const takeBuffer = () => beginThread().takeBuffer();
    for await (const piece of gatherPieces(limit(bytes, assertSize), { takeBuffer, freesChunks })) {
      if (piece.isFinal && !thread) {
        const writer = new EncryptedWriter(fd, key);
        await writer.add(piece);
        return await writer.finish();
      }
      beginThread().add(piece);
    }
    return await beginThread().finish();
  } finally {
    await thread?.release();
  }
}
