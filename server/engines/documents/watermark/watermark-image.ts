import { createCanvas } from '@napi-rs/canvas';
import { hasGreyPixels, unpackGreyPixels } from '../rendering/grey-pixels.ts';
import { decodeJpeg, encodeJpeg, type Pixels } from '../rendering/jpeg.ts';
import { drawWatermark, styled, type WatermarkText } from './draw-watermark.ts';

const JPEG_QUALITY = 82;
/** A third fewer bytes, and the watermark is as readable. WebP and AVIF take fewer only where they blur it. */
const COMPACT_QUALITY = 60;
/** A viewer sees pages of a few sizes within a minute; a mask of the largest takes about 5 MB. */
const MAX_CACHED_MASKS = 16;

/**
 * The pixels that a watermark changes: their positions, the grey to add, and the share of the page that remains visible, of 256.
 */
interface WatermarkMask {
  readonly places: Uint32Array;
  readonly greys: Uint8Array;
  readonly shares: Uint16Array;
}

/** Least recently used first. */
const masks = new Map<string, WatermarkMask>();

const decodePage = (bytes: Buffer): Pixels =>
  hasGreyPixels(bytes) ? unpackGreyPixels(bytes) : decodeJpeg(bytes);

/** Draws a text into the pixels of a page image, a JPEG or packed pixels; returns a JPEG. */
export function watermarkImage(bytes: Buffer, mark: WatermarkText, { isCompact = false } = {}): Buffer {
  const quality = isCompact ? COMPACT_QUALITY : JPEG_QUALITY;
  if (isColored(mark)) return drawInColor(bytes, mark, quality);
  const image = decodePage(bytes);
  blendMask(image, maskFor(image, mark));
  return encodeJpeg(image, quality);
}

const isColored = (mark: WatermarkText): boolean => ['red', 'blue'].includes(styled(mark).look.color);

/** Takes longer than a mask, whose pixels are greys. */
function drawInColor(bytes: Buffer, mark: WatermarkText, quality: number): Buffer {
  const canvas = toCanvas(bytes);
  const { width, height } = canvas;
  drawWatermark(canvas.getContext('2d'), width, height, mark);
  return encodeJpeg({ data: canvas.data(), width, height }, quality);
}

function toCanvas(bytes: Buffer) {
  const { data, width, height, isGrey } = decodePage(bytes);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [at, from] = [pixel * 4, isGrey ? pixel : pixel * 4];
    image.data[at] = data[from] ?? 0;
    image.data[at + 1] = data[isGrey ? from : from + 1] ?? 0;
    image.data[at + 2] = data[isGrey ? from : from + 2] ?? 0;
    image.data[at + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

const PREVIEW_SIZE = { width: 800, height: 1131 };

/** Draws a text over a page image, or over an empty page; returns a PNG. */
export function previewWatermark(bytes: Buffer, mark: WatermarkText): Buffer {
  const image = bytes.length > 0 ? toCanvas(watermarkImage(bytes, mark)) : undefined;
  if (image) return image.encodeSync('png');
  const canvas = createCanvas(PREVIEW_SIZE.width, PREVIEW_SIZE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, PREVIEW_SIZE.width, PREVIEW_SIZE.height);
  drawWatermark(context, PREVIEW_SIZE.width, PREVIEW_SIZE.height, mark);
  return canvas.encodeSync('png');
}

function blendMask({ data, isGrey }: Pixels, { places, greys, shares }: WatermarkMask): void {
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const grey = greys[index] ?? 0;
    const share = shares[index] ?? 0;
    // Shares are of 256: a division for each colour takes as long as half of the decoding.
    if (isGrey) {
      data[place] = grey + (((data[place] ?? 0) * share) >> 8);
      continue;
    }
    const at = place * 4;
    data[at] = grey + (((data[at] ?? 0) * share) >> 8);
    data[at + 1] = grey + (((data[at + 1] ?? 0) * share) >> 8);
    data[at + 2] = grey + (((data[at + 2] ?? 0) * share) >> 8);
  }
}

function maskFor({ width, height }: Pixels, text: WatermarkText): WatermarkMask {
  const name = `${width} ${height} ${JSON.stringify(text)}`;
  const mask = masks.get(name) ?? createMask(width, height, text);
  masks.delete(name);
  masks.set(name, mask);
  const [oldest] = masks.keys();
  if (masks.size > MAX_CACHED_MASKS && oldest !== undefined) masks.delete(oldest);
  return mask;
}

function createMask(width: number, height: number, text: WatermarkText): WatermarkMask {
  const canvas = createCanvas(width, height);
  drawWatermark(canvas.getContext('2d'), width, height, text);
  // The memory of the canvas: colours are multiplied by their alpha, and those of a watermark are greys.
  const bytes = canvas.data();
  // Most pixels are empty: reading each as one number skips them four times as fast.
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height);
  let count = 0;
  for (let pixel = 0; pixel < pixels.length; pixel += 1) if (pixels[pixel] !== 0) count += 1;
  const mask = {
    places: new Uint32Array(count),
    greys: new Uint8Array(count),
    shares: new Uint16Array(count),
  };
  let index = 0;
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    if (pixels[pixel] === 0) continue;
    const at = pixel * 4;
    mask.places[index] = pixel;
    mask.greys[index] = bytes[at] ?? 0;
    mask.shares[index] = 256 - Math.round(((bytes[at + 3] ?? 0) * 256) / 255);
    index += 1;
  }
  return mask;
}
