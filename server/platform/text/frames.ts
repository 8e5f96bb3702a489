import type { Readable } from 'node:stream';

/** No honest frame is longer: bytes travel in chunks, blocks are cut to 20,000 characters. */
const MAX_FRAME = 2 * 1024 * 1024;
const HEADER_BYTES = 4;

/** A payload with its length before it; an empty one ends a document. */
export function frame(payload: Uint8Array | string): Buffer {
  const body = Buffer.from(payload);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

/** The payloads in a stream; throws on a length that nobody sends, and on an end in the middle of a frame. */
export async function* readFrames(stream: Readable): AsyncGenerator<Buffer, undefined> {
  let pending: Buffer[] = [];
  let size = 0;
  let needed = HEADER_BYTES;
  for await (const chunk of stream) {
    pending.push(chunk);
    size += chunk.length;
    if (size < needed) continue;
    let bytes = Buffer.concat(pending);
    while (bytes.length >= HEADER_BYTES) {
      const length = bytes.readUInt32BE();
      if (length > MAX_FRAME) throw new Error('a frame is too long');
      needed = HEADER_BYTES + length;
      if (bytes.length < needed) break;
      yield bytes.subarray(HEADER_BYTES, needed);
      bytes = bytes.subarray(needed);
      needed = HEADER_BYTES;
    }
    pending = [bytes];
    size = bytes.length;
  }
  if (size > 0) throw new Error('the stream ended within a frame');
  return undefined;
}
