import { once } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { encodeFrame } from './frames.ts';

const MAX_DOCUMENT_BYTES = 100 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/**
 * Streams a document into a child at the pace that it reads. 'stopped' when `over` aborts first, however slow the source;
 * rejects when the source fails.
 */
export async function sendDocument(
  pipe: Writable,
  bytes: () => Promise<Readable>,
  over: AbortSignal,
): Promise<'whole' | 'too-large' | 'stopped'> {
  try {
    let size = 0;
    for await (const chunk of addAbortSignal(over, await openSource(bytes, over))) {
      const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      size += buffer.length;
      if (size > MAX_DOCUMENT_BYTES) return 'too-large';
      for (let at = 0; at < buffer.length; at += CHUNK_BYTES) {
        const hasRoom = pipe.write(encodeFrame(buffer.subarray(at, at + CHUNK_BYTES)));
        if (!hasRoom) await once(pipe, 'drain', { signal: over });
      }
    }
    pipe.write(encodeFrame(''));
    return 'whole';
  } catch (error) {
    if (over.aborted) return 'stopped';
    throw error;
  }
}

async function openSource(bytes: () => Promise<Readable>, over: AbortSignal): Promise<Readable> {
  const opening = bytes();
  const close = (late: Readable): void => {
    if (over.aborted) late.on('error', () => {}).destroy();
  };
  // A source that opens after all is over has no reader any more and must not stay open; its failure interests nobody.
  opening.then(close, () => {});
  const aborted = new Promise<never>((_, reject) => {
    over.addEventListener('abort', () => reject(new Error('the reader has ended')), { once: true });
  });
  return Promise.race([opening, aborted]);
}
