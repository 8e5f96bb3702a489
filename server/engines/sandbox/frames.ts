import type { Readable } from 'node:stream';

/** No valid frame is longer: bytes are sent in chunks, blocks are cut to 20,000 characters. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;
const HEADER_BYTES = 4;
/** Holds most page images. */
const INITIAL_PAYLOAD_BYTES = 1024 * 1024;

/** Puts the length before a payload; an empty payload ends a document. */
export function encodeFrame(payload: Uint8Array | string): Buffer {
  const size = Buffer.byteLength(payload);
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + size);
  bytes.writeUInt32BE(size);
  // Images are sent this way: they are copied only once.
  if (typeof payload === 'string') bytes.write(payload, HEADER_BYTES);
  else bytes.set(payload, HEADER_BYTES);
  return bytes;
}

/** Reads the payloads in a stream; throws on a length beyond the limit, and on an end in the middle of a frame. */
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
      if (length > MAX_FRAME_BYTES) throw new Error('a frame is too long');
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

/**
 * Joins the frames up to an empty one. The buffer doubles as bytes arrive: a list of chunks that is joined at the end would
 * need twice the memory.
 */
export async function readPayload(frames: AsyncGenerator<Buffer, undefined>): Promise<Buffer> {
  let payload = Buffer.allocUnsafeSlow(INITIAL_PAYLOAD_BYTES);
  let size = 0;
  for (let next = await frames.next(); next.value && next.value.length > 0; next = await frames.next()) {
    while (size + next.value.length > payload.length) {
      payload = Buffer.concat([payload], payload.length * 2);
    }
    size += next.value.copy(payload, size);
  }
  return payload.subarray(0, size);
}
