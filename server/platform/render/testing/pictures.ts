import { createCanvas } from '@napi-rs/canvas';

/** Left half red, right half blue, 400 by 200. */
export function makePicture(format: 'jpeg' | 'png' | 'webp' | 'gif'): Buffer {
  const canvas = createCanvas(400, 200);
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(0, 0, 200, 200);
  context.fillStyle = 'blue';
  context.fillRect(200, 0, 200, 200);
  if (format === 'png') return canvas.encodeSync('png');
  return format === 'gif' ? canvas.encodeSync('gif') : canvas.encodeSync(format, 95);
}

/** EXIF's orientation 6: what is stored lying is to be shown turned a quarter to the right. */
export function makeLyingPicture(): Buffer {
  const jpeg = makePicture('jpeg');
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
  ]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), Buffer.from('Exif\0\0', 'latin1'), tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** A PNG of a few bytes that says it is 60,000 pixels wide and high. */
export function makeBomb(): Buffer {
  const png = Buffer.from(makePicture('png'));
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return png;
}
