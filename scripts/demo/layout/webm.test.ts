import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { makeWebm } from './webm.ts';

test('a film holds the key frame of each image', () => {
  const image = createCanvas(32, 16).toBuffer('image/webp', 60);
  const film = makeWebm([image, image, image], { width: 32, height: 16, framesPerSecond: 1 });
  expect(film.readUInt32BE(0)).toBe(0x1a45dfa3);
  // Counts the start codes of VP8 key frames: one for each image.
  const starts = film.toString('latin1').split('\x9d\x01\x2a').length - 1;
  expect(starts).toBe(3);
});

test('an image that is not a lossy WebP is refused', () => {
  const png = createCanvas(4, 4).toBuffer('image/png');
  expect(() => makeWebm([png], { width: 4, height: 4, framesPerSecond: 1 })).toThrow('no lossy WebP');
});
