import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';

import type { ByteRange } from './object-store.ts';
import { releaseAfterUse } from './release-memory.ts';
import { StorageError } from './storage-error.ts';

interface Piece {
  /** Only valid until the next piece is asked for, which overwrites it. */
  bytes: Buffer;
  index: number;
  /** True if the stream ends after it. */
  final: boolean;
}

/**
 * Cuts a stream into pieces of `size` bytes: the first may differ, the final one may be shorter, and empty when
 * there are no bytes at all. One buffer serves all pieces, so memory stays flat.
 */
async function* splitIntoPieces(
  chunks: AsyncIterable<Buffer>,
  size: number,
  firstSize = size,
): AsyncGenerator<Piece> {
  const buffer = Buffer.allocUnsafe(Math.max(size, firstSize));
  let limit = firstSize;
  let filled = 0;
  let index = 0;
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length; ) {
      // A full piece waits until a byte follows it, because only then is it known not to be the final one.
      if (filled === limit) {
        yield { bytes: buffer.subarray(0, filled), index, final: false };
        limit = size;
        filled = 0;
        index += 1;
      }
      const copied = chunk.copy(buffer, filled, taken, taken + limit - filled);
      filled += copied;
      taken += copied;
    }
  }
  yield { bytes: buffer.subarray(0, filled), index, final: true };
}

/*
 * An object is HEADER, then frames: 64 KiB of plaintext each (the last may be shorter; an empty blob has one
 * empty frame), encrypted with AES-256-GCM under the blob's own key and followed by a 16-byte tag.
 */
export const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const ENCRYPTED_FRAME_BYTES = FRAME_BYTES + TAG_BYTES;
/** Identifies the format and its version; authenticated with every frame. */
const HEADER = Buffer.from('MUNIMNT\x01');
const ALGORITHM = 'aes-256-gcm';

/** Returns the length of the object that holds so many bytes of plaintext. */
export const encryptedLength = (plain: number): number =>
  HEADER.length + plain + Math.max(1, Math.ceil(plain / FRAME_BYTES)) * TAG_BYTES;

/** Returns the plaintext length; for a length that no object has, one that decryption rejects. */
export function plaintextLength(encrypted: number): number {
  const frames = Math.max(1, Math.ceil((encrypted - HEADER.length) / ENCRYPTED_FRAME_BYTES));
  return Math.max(0, encrypted - HEADER.length - frames * TAG_BYTES);
}

/** A counter is a safe nonce because each blob has a key of its own. */
function frameNonce(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

/** Authenticates position and finality, so frames can be neither reordered nor truncated at a boundary. */
function additionalDataOf(index: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(HEADER.length + 5, HEADER);
  bytes.writeUInt32BE(index, HEADER.length);
  bytes.writeUInt8(last ? 1 : 0, HEADER.length + 4);
  return bytes;
}

/** Transforms chunks of any size into others; a step of a pipeline. */
export type ByteTransform = (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;

/** Plaintext in, object bytes out. */
export function encryptFrames(key: KeyObject): ByteTransform {
  return async function* encrypt(chunks) {
    yield HEADER;
    for await (const { bytes, index, final } of splitIntoPieces(chunks, FRAME_BYTES)) {
      yield* encryptFrame(key, bytes, index, final);
    }
  };
}

function encryptFrame(key: KeyObject, bytes: Buffer, index: number, final: boolean): [Buffer, Buffer] {
  const cipher = createCipheriv(ALGORITHM, key, frameNonce(index), { authTagLength: TAG_BYTES });
  cipher.setAAD(additionalDataOf(index, final));
  const encrypted = cipher.update(bytes);
  cipher.final();
  return [encrypted, cipher.getAuthTag()];
}

/**
 * Encrypts bytes that begin at a frame: at the first one, with the header before them, or at a later one. Only the last bytes of
 * an object, `final`, need not be whole frames.
 */
export function encryptPiece(key: KeyObject, bytes: Buffer, firstFrame: number, final: boolean): Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.length / FRAME_BYTES));
  const frames = Array.from({ length: count }, (_, nth) => {
    const frame = bytes.subarray(nth * FRAME_BYTES, (nth + 1) * FRAME_BYTES);
    return encryptFrame(key, frame, firstFrame + nth, final && nth === count - 1);
  });
  return [...(firstFrame === 0 ? [HEADER] : []), ...frames.flat()];
}

function decryptFrame(key: KeyObject, encrypted: Buffer, index: number, last: boolean): Buffer {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, frameNonce(index), { authTagLength: TAG_BYTES });
    decipher.setAAD(additionalDataOf(index, last));
    decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
    const plain = decipher.update(encrypted.subarray(0, -TAG_BYTES));
    decipher.final(); // Throws unless the tag checks: nothing of a frame is handed out before.
    return plain;
  } catch (error) {
    throw new StorageError('damaged', `Frame ${index} failed authentication.`, error);
  }
}

/** Locates the bytes of the object that hold a range of the plaintext, and decrypts them. */
interface FrameReader {
  /** Absent when the whole object is wanted: only then can bytes after the last frame be noticed. */
  encryptedRange: ByteRange | undefined;
  decrypt(key: KeyObject): ByteTransform;
  /** Decrypts all bytes of `encryptedRange`, for objects that are small enough to be in memory. */
  decryptAll(key: KeyObject, bytes: Buffer): Buffer;
}

/** `size` is the blob's plaintext size; a range must lie inside it. */
export function createFrameReader(size: number, range?: ByteRange): FrameReader {
  const { start, end } = range ?? { start: 0, end: Math.max(0, size - 1) };
  const first = frameIndexOf(start);
  const last = frameIndexOf(end);
  const blobLast = frameIndexOf(Math.max(0, size - 1));

  function openPiece(key: KeyObject, { bytes, index: nth, final }: Piece): Buffer {
    const index = first + nth;
    const offset = index * FRAME_BYTES;
    const header = index === 0 ? HEADER : Buffer.alloc(0);
    const length = header.length + Math.min(FRAME_BYTES, size - offset) + TAG_BYTES;
    if (final !== (index === last) || bytes.length !== length) {
      throw new StorageError('damaged', 'The object has an unexpected length.');
    }
    if (!bytes.subarray(0, header.length).equals(header))
      throw new StorageError('damaged', 'The object has no valid header.');
    const plain = decryptFrame(key, bytes.subarray(header.length), index, index === blobLast);
    return plain.subarray(Math.max(0, start - offset), end + 1 - offset);
  }

  const firstBytes = ENCRYPTED_FRAME_BYTES + (first === 0 ? HEADER.length : 0);

  return {
    encryptedRange: range && {
      start: first === 0 ? 0 : HEADER.length + first * ENCRYPTED_FRAME_BYTES,
      end:
        HEADER.length + Math.min((last + 1) * ENCRYPTED_FRAME_BYTES, size + (blobLast + 1) * TAG_BYTES) - 1,
    },
    decrypt: (key) =>
      async function* open(chunks) {
        for await (const piece of splitIntoPieces(releaseAfterUse(chunks), ENCRYPTED_FRAME_BYTES, firstBytes))
          yield openPiece(key, piece);
      },
    decryptAll(key, bytes) {
      const plain: Buffer[] = [];
      for (let from = 0, to = firstBytes; plain.length === 0 || from < bytes.length; ) {
        const piece = { bytes: bytes.subarray(from, to), index: plain.length, final: to >= bytes.length };
        plain.push(openPiece(key, piece));
        [from, to] = [to, to + ENCRYPTED_FRAME_BYTES];
      }
      return plain.length === 1 && plain[0] ? plain[0] : Buffer.concat(plain);
    },
  };
}

function frameIndexOf(offset: number): number {
  return Math.floor(offset / FRAME_BYTES);
}
