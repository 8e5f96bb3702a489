import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Pixels } from './jpeg.ts';

/** Begins the bytes, as no JPEG does; width and height follow, four bytes each, and then the compressed pixels. */
const MAGIC = Buffer.from('grey');
const HEADER_BYTES = MAGIC.length + 8;
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: -1 } };
/** More than any page that is rendered. */
const MAX_PIXELS = 64 * 1024 * 1024;
/** A JPEG of what compresses less, such as a photograph, has fewer bytes and is decoded as fast. */
const MAX_SHARE = 1 / 4;
/** The share of a page that shows how well the rest compresses. */
const SAMPLE_SHARE = 1 / 8;

/**
 * Compresses a grey page without loss. Text takes a fifth of the bytes of a JPEG and is read four times as fast, which is what
 * drawing a watermark begins with. Returns undefined for pages that a JPEG suits better.
 */
export function packGreyPixels({ data, width, height, isGrey }: Pixels): Buffer | undefined {
  const size = width * height;
  if (!isGrey || size > MAX_PIXELS) return undefined;
  const pixels = data.subarray(0, size);
  const rows = Math.ceil(height * SAMPLE_SHARE);
  const start = Math.floor((height - rows) / 2) * width;
  const sample = pixels.subarray(start, start + rows * width);
  if (zstdCompressSync(sample, OPTIONS).length > sample.length * MAX_SHARE) return undefined;
  const compressed = zstdCompressSync(pixels, OPTIONS);
  if (compressed.length > size * MAX_SHARE) return undefined;
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32BE(width, MAGIC.length);
  header.writeUInt32BE(height, MAGIC.length + 4);
  return Buffer.concat([header, compressed]);
}

/** Tells packed pixels from a JPEG. */
export const hasGreyPixels = (bytes: Buffer): boolean => bytes.subarray(0, MAGIC.length).equals(MAGIC);

/** Reads packed pixels. Throws if they are damaged. */
export function unpackGreyPixels(bytes: Buffer): Pixels {
  const width = bytes.readUInt32BE(MAGIC.length);
  const height = bytes.readUInt32BE(MAGIC.length + 4);
  const size = width * height;
  if (size < 1 || size > MAX_PIXELS) throw new Error('the pixels of a page have no valid size');
  const data = zstdDecompressSync(bytes.subarray(HEADER_BYTES), { maxOutputLength: size });
  if (data.length !== size) throw new Error('the pixels of a page are incomplete');
  return { data, width, height, isGrey: true };
}
