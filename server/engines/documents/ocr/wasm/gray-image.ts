import type { Tesseract } from './tesseract-core.ts';

/** A byte per pixel, row after row; 0 is black. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Beyond what pages are rendered with. */
const MAX_SIDE = 10_000;
const [GRAY_BITS, COLOR_BITS] = [8, 32];

/** Decodes an image within WebAssembly; returns undefined if it is damaged or too large. */
export function decodeGray(tesseract: Tesseract, image: Buffer): GrayImage | undefined {
  if (!hasAcceptableSize(image)) return undefined;
  const source = tesseract._malloc(image.length);
  tesseract.memory().set(image, source);
  const address = tesseract._pixReadMem(source, image.length);
  tesseract._free(source);
  if (address === 0) return undefined;
  const holder = tesseract._malloc(4);
  tesseract.setValue(holder, address, 'i32');
  try {
    return readPixels(tesseract, address);
  } finally {
    tesseract._pixDestroy(holder);
    tesseract._free(holder);
  }
}

function readPixels(tesseract: Tesseract, address: number): GrayImage | undefined {
  const pix = tesseract.wrapPointer(address, tesseract.Pix);
  const { w: width, h: height, wpl } = pix;
  const depth = pix.get_d();
  if (width > MAX_SIDE || height > MAX_SIDE || (depth !== GRAY_BITS && depth !== COLOR_BITS))
    return undefined;
  const memory = tesseract.memory();
  const start = pix.get_data();
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const [from, to] = [start + row * wpl * 4, row * width];
    for (let column = 0; column < width; column += 1) {
      // The pixels of a word are in it from its highest byte to its lowest.
      const at = from + (depth === GRAY_BITS ? column ^ 3 : column * 4);
      data[to + column] =
        depth === GRAY_BITS
          ? (memory[at] ?? 0)
          : ((memory[at + 3] ?? 0) * 77 + (memory[at + 2] ?? 0) * 151 + (memory[at + 1] ?? 0) * 28) >> 8;
    }
  }
  return { width, height, data };
}

/** Reads the size in the header of a JPEG: a small file may declare an image that fills all memory. */
function hasAcceptableSize(jpeg: Buffer): boolean {
  let at = 2;
  while (at + 9 < jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return jpeg.readUInt16BE(at + 5) <= MAX_SIDE && jpeg.readUInt16BE(at + 7) <= MAX_SIDE;
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return false;
}

/** Turns an image clockwise by so many quarter turns. */
export function rotate({ width, height, data }: GrayImage, quarterTurns: 1 | 2 | 3): GrayImage {
  const rotated = new Uint8Array(data.length);
  if (quarterTurns === 2)
    return { width, height, data: rotated.map((_, at) => data[data.length - 1 - at] ?? 0) };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = quarterTurns === 1 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      rotated[at] = data[y * width + x] ?? 0;
    }
  return { width: height, height: width, data: rotated };
}
