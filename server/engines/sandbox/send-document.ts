import { once } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { encodeFrame } from './frames.ts';

const MAX_DOCUMENT_BYTES = 100 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/**
 * Streams a document into a child at the pace that it reads. Returns 'stopped' if `ended` aborts first, however slow the
 * source is, or if the child ends; rejects if the source fails.
 */
export async function sendDocument(
  pipe: Writable,
  bytes: () => Promise<Readable>,
  ended: AbortSignal,
): Promise<'whole' | 'too-large' | 'stopped'> {
  try {
    let size = 0;
    for await (const chunk of addAbortSignal(ended, await openSource(bytes, ended))) {
      const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      size += buffer.length;
      if (size > MAX_DOCUMENT_BYTES) return 'too-large';
      for (let at = 0; at < buffer.length; at += CHUNK_BYTES) {
        const isWritable = pipe.write(encodeFrame(buffer.subarray(at, at + CHUNK_BYTES)));
        if (!isWritable) await once(pipe, 'drain', { signal: ended });
      }
    }
    pipe.write(encodeFrame(''));
    return 'whole';
  } catch (error) {
    // A child that has ended closes its pipe; the missing reply reports it.
    if (ended.aborted || pipe.errored !== null) return 'stopped';
    throw error;
  }
}

async function openSource(bytes: () => Promise<Readable>, ended: AbortSignal): Promise<Readable> {
  const opening = bytes();
  const close = (late: Readable): void => {
    if (ended.aborted) late.on('error', () => {}).destroy();
  };
  // A source that opens after the end has no reader any more: it is closed, and its failure is ignored.
  opening.then(close, () => {});
  const aborted = new Promise<never>((_, reject) => {
    ended.addEventListener('abort', () => reject(new Error('the reader has ended')), { once: true });
  });
  return Promise.race([opening, aborted]);
}
