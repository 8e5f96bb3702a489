import { expect, test } from 'vitest';
import { hasGreyPixels, packGreyPixels, unpackGreyPixels } from './grey-pixels.ts';
import { encodePageImage, type Pixels } from './jpeg.ts';

const WIDTH = 400;
const HEIGHT = 300;

const pageOf = (greyAt: (place: number) => number): Pixels => ({
  data: Buffer.from(Array.from({ length: WIDTH * HEIGHT }, (_, place) => greyAt(place))),
  width: WIDTH,
  height: HEIGHT,
  isGrey: true,
});

/** Lines of a text, as a page has them. */
const TEXT = pageOf((place) => (Math.floor(place / WIDTH) % 12 < 4 && place % 7 < 2 ? 20 : 255));

function packed(pixels: Pixels): Buffer {
  const bytes = packGreyPixels(pixels);
  if (!bytes) throw new Error('not packed');
  return bytes;
}

test('the pixels of a grey page are read as they were', () => {
  const bytes = packed(TEXT);
  expect(hasGreyPixels(bytes)).toBe(true);
  const { data, ...size } = unpackGreyPixels(bytes);
  expect(size).toEqual({ width: WIDTH, height: HEIGHT, isGrey: true });
  expect(data.equals(TEXT.data)).toBe(true);
});

test('a page that does not compress well, or has colours, stays a JPEG', () => {
  let random = 1;
  const noise = pageOf(() => {
    random = (random * 48_271) % 2_147_483_647;
    return random % 256;
  });
  expect(packGreyPixels(noise)).toBeUndefined();
  expect(packGreyPixels({ ...TEXT, isGrey: false })).toBeUndefined();
  expect(hasGreyPixels(encodePageImage(TEXT, 90))).toBe(false);
});

test('damaged pixels, and a size that they do not have, are refused', () => {
  const bytes = packed(TEXT);
  const widened = Buffer.from(bytes);
  widened.writeUInt32BE(WIDTH + 1, 4);
  const narrowed = Buffer.from(bytes);
  narrowed.writeUInt32BE(WIDTH - 1, 4);
  const endless = Buffer.from(bytes);
  endless.writeUInt32BE(0xffffffff, 4);
  const empty = Buffer.from(bytes);
  empty.writeUInt32BE(0, 4);
  for (const damaged of [widened, narrowed, endless, empty, bytes.subarray(0, 40), bytes.subarray(0, 6)])
    expect(() => unpackGreyPixels(damaged)).toThrow();
});
