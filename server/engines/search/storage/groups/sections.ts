import { crc32 } from 'node:zlib';
import { damaged } from '../stored-analysis.ts';

const WORD_BYTES = 4;
/** The checksum and the number of sections, before the length of each. */
const FIXED_WORDS = 2;

const padded = (length: number): number => Math.ceil(length / WORD_BYTES) * WORD_BYTES;

/** Joins arrays to bytes with a checksum, so that each can be read where it lies. */
export function packSections(sections: readonly ArrayBufferView[]): Buffer {
  const header = Uint32Array.of(0, sections.length, ...sections.map(({ byteLength }) => byteLength));
  const total = sections.reduce((sum, { byteLength }) => sum + padded(byteLength), header.byteLength);
  const bytes = Buffer.alloc(total);
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of [header, ...sections]) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(WORD_BYTES)));
  return bytes;
}

/** Returns the sections of what `packSections` wrote. @throws DamagedIndexError when the bytes are anything else. */
export function unpackSections(given: Uint8Array, count: number): Uint8Array<ArrayBuffer>[] {
  const bytes = alignedCopy(given);
  const headerBytes = (FIXED_WORDS + count) * WORD_BYTES;
  if (bytes.length < headerBytes) throw damaged();
  const [checksum, sections, ...lengths] = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset,
    FIXED_WORDS + count,
  );
  if (sections !== count || checksum !== crc32(bytes.subarray(WORD_BYTES))) throw damaged();
  let at = headerBytes;
  const found = lengths.map((length) => {
    const section = bytes.subarray(at, at + length);
    at += padded(length);
    return section;
  });
  if (at !== bytes.length) throw damaged();
  return found;
}

/** Copies bytes that do not begin where an array of numbers may begin. */
function alignedCopy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteOffset % WORD_BYTES === 0)
    return new Uint8Array(buffer, byteOffset, byteLength);
  return Uint8Array.from(bytes);
}

/** Reads a section as 32-bit numbers. */
export function asNumbers({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Uint32Array {
  if (byteLength % WORD_BYTES !== 0) throw damaged();
  return new Uint32Array(buffer, byteOffset, byteLength / WORD_BYTES);
}
