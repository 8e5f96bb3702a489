import { expect, test } from 'vitest';
import { packGreyPixels } from '../rendering/grey-pixels.ts';
import { decodeJpeg, encodePageImage, toGrey } from '../rendering/jpeg.ts';
import { watermarkImage } from './watermark-image.ts';

const WIDTH = 800;
const HEIGHT = 600;
const QUALITY = 90;

/** A page of one colour. */
function pageImageOf(red: number, green: number, blue: number): Buffer {
  const data = Buffer.alloc(WIDTH * HEIGHT * 4, Buffer.from([red, green, blue, 255]));
  return encodePageImage({ data, width: WIDTH, height: HEIGHT }, QUALITY);
}

/** A copy, since the next picture is decoded where this one lies. */
function pixelsIn(jpeg: Buffer) {
  const { data, width, height, isGrey } = decodeJpeg(jpeg);
  return { isGrey, width, height, data: Buffer.from(data.subarray(0, width * height * (isGrey ? 1 : 4))) };
}

/** The share of pixels that are not as the first page says. */
function changedPixelShare(before: Buffer, after: Buffer): number {
  let count = 0;
  for (let at = 0; at < before.length; at += 1) {
    if (Math.abs((before[at] ?? 0) - (after[at] ?? 0)) > 12) count += 1;
  }
  return count / before.length;
}

test.for([
  ['white', 255, 255, 255, true],
  ['black', 0, 0, 0, true],
  ['grey', 128, 128, 128, true],
  ['red', 220, 20, 30, false],
] as const)('a %s page changes only by its watermark', ([_name, red, green, blue, isGrey]) => {
  const plain = pageImageOf(red, green, blue);
  const before = pixelsIn(plain);
  const after = pixelsIn(watermarkImage(plain, 'somebody@example.test · 2026-11-20 12:00 UTC'));
  expect([before.isGrey, after.isGrey]).toEqual([isGrey, isGrey]);
  expect([after.width, after.height]).toEqual([WIDTH, HEIGHT]);
  const touched = changedPixelShare(before.data, after.data);
  expect(touched).toBeGreaterThan(0.01);
  expect(touched).toBeLessThan(0.3);
});

test('a watermark on the packed pixels of a page is the one on its JPEG', () => {
  const pixels = { data: Buffer.alloc(WIDTH * HEIGHT * 4, 255), width: WIDTH, height: HEIGHT };
  const grey = toGrey(pixels);
  const packed = grey && packGreyPixels(grey);
  if (!packed) throw new Error('the page has no grey pixels');
  const [fromPixels, fromJpeg] = [packed, encodePageImage(pixels, QUALITY)].map((page) =>
    pixelsIn(watermarkImage(page, 'somebody@example.test')),
  );
  expect(fromPixels).toEqual(fromJpeg);
});

test('a compact page has fewer bytes, and its watermark differs from the page as much', () => {
  const plain = pageImageOf(255, 255, 255);
  const images = [false, true].map((isCompact) =>
    watermarkImage(plain, 'somebody@example.test', { isCompact }),
  );
  const [ordinary, compact] = images.map((image) =>
    changedPixelShare(pixelsIn(plain).data, pixelsIn(image).data),
  );
  expect((images[1]?.length ?? 0) / (images[0]?.length ?? 0)).toBeLessThan(0.8);
  expect((compact ?? 0) / (ordinary ?? 0)).toBeGreaterThan(0.8);
});

test('a page with one coloured pixel keeps its colours', () => {
  const data = Buffer.alloc(WIDTH * HEIGHT * 4, 255);
  data.set([255, 0, 0], data.length - 4);
  expect(pixelsIn(encodePageImage({ data, width: WIDTH, height: HEIGHT }, QUALITY)).isGrey).toBe(false);
});

test('an invalid or truncated image is refused', () => {
  const plain = pageImageOf(255, 255, 255);
  const empty = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  for (const bytes of [Buffer.alloc(0), Buffer.from('nothing'), plain.subarray(0, 30), empty])
    expect(() => watermarkImage(bytes, 'somebody')).toThrow();
});
