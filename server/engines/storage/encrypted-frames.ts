import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { BlobDamagedError } from './blob-damaged-error.ts';
import { type Piece, piecesOf } from './byte-pieces.ts';
import type { ByteRange } from './object-store.ts';
import { released } from './release-memory.ts';

/*
 * An object is HEADER, then frames: 64 KiB of plaintext each (the last may be shorter; an empty blob has one
 * empty frame), encrypted with AES-256-GCM under the blob's own key and followed by a 16-byte tag.
 */
export const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = FRAME_BYTES + TAG_BYTES;
/** What the object is and the version of its format; authenticated with every frame. */
const HEADER = Buffer.from('MUNIMNT\x01');
const ALGORITHM = 'aes-256-gcm';

/** Bytes of the object that holds so many bytes of plaintext. */
export const sealedLength = (plain: number): number =>
  HEADER.length + plain + Math.max(1, Math.ceil(plain / FRAME_BYTES)) * TAG_BYTES;

/** The other way round; a length that no object has gives one that its frames refuse. */
export function plainLength(sealed: number): number {
  const frames = Math.max(1, Math.ceil((sealed - HEADER.length) / SEALED_BYTES));
  return Math.max(0, sealed - HEADER.length - frames * TAG_BYTES);
}

/** A counter is a safe nonce because each blob has a key of its own. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

/** Place and finality are authenticated, so frames can be neither reordered nor cut off at an edge. */
function authenticated(index: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(HEADER.length + 5, HEADER);
  bytes.writeUInt32BE(index, HEADER.length);
  bytes.writeUInt8(last ? 1 : 0, HEADER.length + 4);
  return bytes;
}

/** Turns chunks of any size into others; what a pipeline takes as a step. */
type Step = (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;

/** Plaintext in, object bytes out. */
export function sealFrames(key: KeyObject): Step {
  return async function* seal(chunks) {
    yield HEADER;
    for await (const { bytes, index, final } of piecesOf(chunks, FRAME_BYTES)) {
      const cipher = createCipheriv(ALGORITHM, key, nonceOf(index), { authTagLength: TAG_BYTES });
      cipher.setAAD(authenticated(index, final));
      yield cipher.update(bytes);
      cipher.final();
      yield cipher.getAuthTag();
    }
  };
}

function openFrame(key: KeyObject, sealed: Buffer, index: number, last: boolean): Buffer {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(index), { authTagLength: TAG_BYTES });
    decipher.setAAD(authenticated(index, last));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
    decipher.final(); // Throws unless the tag checks: nothing of a frame is handed out before.
    return plain;
  } catch (error) {
    throw new BlobDamagedError(`Frame ${index} is not the one that was written.`, error);
  }
}

/** Which bytes of the object hold a stretch of the plaintext, and the way back from them. */
interface FrameReader {
  /** Absent when the whole object is wanted: only then can bytes after the last frame be noticed. */
  sealedRange: ByteRange | undefined;
  open(key: KeyObject): Step;
}

/** `size` is the blob's plaintext size; a range must lie inside it. */
export function frameReader(size: number, range?: ByteRange): FrameReader {
  const { start, end } = range ?? { start: 0, end: Math.max(0, size - 1) };
  const first = frameOf(start);
  const last = frameOf(end);
  const blobLast = frameOf(Math.max(0, size - 1));

  function openPiece(key: KeyObject, { bytes, index: nth, final }: Piece): Buffer {
    const index = first + nth;
    const offset = index * FRAME_BYTES;
    const header = index === 0 ? HEADER : Buffer.alloc(0);
    const length = header.length + Math.min(FRAME_BYTES, size - offset) + TAG_BYTES;
    if (final !== (index === last) || bytes.length !== length) {
      throw new BlobDamagedError('It is longer or shorter than it should be.');
    }
    if (!bytes.subarray(0, header.length).equals(header)) throw new BlobDamagedError('It has no header.');
    const plain = openFrame(key, bytes.subarray(header.length), index, index === blobLast);
    return plain.subarray(Math.max(0, start - offset), end + 1 - offset);
  }

  return {
    sealedRange: range && {
      start: first === 0 ? 0 : HEADER.length + first * SEALED_BYTES,
      end: HEADER.length + Math.min((last + 1) * SEALED_BYTES, size + (blobLast + 1) * TAG_BYTES) - 1,
    },
    open: (key) =>
      async function* open(chunks) {
        const firstBytes = SEALED_BYTES + (first === 0 ? HEADER.length : 0);
        for await (const piece of piecesOf(released(chunks), SEALED_BYTES, firstBytes))
          yield openPiece(key, piece);
      },
  };
}

function frameOf(offset: number): number {
  return Math.floor(offset / FRAME_BYTES);
}
