import turbo from '@julusian/jpeg-turbo';

/** Red, green, blue and alpha of each pixel, row after row; of what is grey one byte for each. */
export interface Pixels {
  readonly isGrey?: boolean;
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** The canvas has a JPEG codec of its own, which takes five times as long to write and twice as long to read. */
export function encodeJpeg({ data, width, height, isGrey }: Pixels, quality: number): Buffer {
  const layout = isGrey
    ? { format: turbo.FORMAT_GRAY, subsampling: turbo.SAMP_GRAY }
    : { format: turbo.FORMAT_RGBA, subsampling: turbo.SAMP_420 };
  return turbo.compressSync(data, { ...layout, width, height, quality });
}

/** Encodes like `encodeJpeg`, but writes a page without colour (most pages) as grey, which halves the work of later steps. */
export function encodePageImage(pixels: Pixels, quality: number): Buffer {
  return encodeJpeg(toGrey(pixels) ?? pixels, quality);
}

/** Returns the grey values of a page without colour, which is most pages; undefined for others. */
export function toGrey({ data, width, height, isGrey }: Pixels): Pixels | undefined {
  if (isGrey) return { data, width, height, isGrey };
  if (hasColour({ data, width, height })) return undefined;
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const greys = Buffer.allocUnsafe(pixels.length);
  for (let index = 0; index < pixels.length; index += 1) greys[index] = pixels[index] ?? 0;
  return { data: greys, width, height, isGrey: true };
}

function hasColour({ data, width, height }: Pixels): boolean {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let index = 0; index < pixels.length; index += 1) {
    const pixel = pixels[index] ?? 0;
    // Each colour against the one beside it.
    if (((pixel ^ (pixel >>> 8)) & 0xffff) !== 0) return true;
  }
  return false;
}

let decodeBuffer: Buffer = Buffer.alloc(0);

/** Throws if the bytes are not a JPEG. Reuses the memory of the last image: allocating new memory costs as much as decoding. */
export function decodeJpeg(bytes: Buffer): Pixels {
  const isGrey = isGreyJpeg(bytes);
  const options = { format: isGrey ? turbo.FORMAT_GRAY : turbo.FORMAT_RGBA };
  try {
    return { ...turbo.decompressSync(bytes, decodeBuffer, options), isGrey };
  } catch {
    // The desk was too small, or there is nothing to decode.
    const pixels = turbo.decompressSync(bytes, options);
    decodeBuffer = pixels.data;
    return { ...pixels, isGrey };
  }
}

/** These lie among the markers of a frame's header and are none. */
const NON_FRAME_MARKERS = [0xc4, 0xc8, 0xcc];

/** By the number of components that the frame's header tells. */
function isGreyJpeg(bytes: Buffer): boolean {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && !NON_FRAME_MARKERS.includes(marker)) return bytes[at + 9] === 1;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}
