import { type Canvas, createCanvas } from '@napi-rs/canvas';
import tiff, { type IFD } from 'utif2';

/** Left half red, right half blue, 400 by 200. */
export function makeImage(format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif'): Buffer {
  const canvas = drawHalves();
  if (format === 'tiff') return tiffOf(canvas);
  if (format === 'png') return canvas.encodeSync('png');
  if (format === 'avif') return canvas.encodeSync('avif');
  return format === 'gif' ? canvas.encodeSync('gif') : canvas.encodeSync(format, 95);
}

/** Makes the TIFF of a scanner that reports by orientation 6 that the sheet lay on its side. */
export const makeRotatedTiff = (): Buffer => tiffOf(drawHalves(), 6);

function tiffOf(canvas: Canvas, orientation = 1): Buffer {
  const { width, height } = canvas;
  const tags = { t274: [orientation] } as unknown as IFD; // what the library needs of one it makes itself
  return Buffer.from(tiff.encodeImage(canvas.data(), width, height, tags));
}

function drawHalves(): Canvas {
  const canvas = createCanvas(400, 200);
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(0, 0, 200, 200);
  context.fillStyle = 'blue';
  context.fillRect(200, 0, 200, 200);
  return canvas;
}

/** EXIF's orientation 6: what is stored lying is to be shown turned a quarter to the right. */
export function makeRotatedJpeg(): Buffer {
  const jpeg = makeImage('jpeg');
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
  ]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), Buffer.from('Exif\0\0', 'latin1'), tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** A PNG of a few bytes that says it is 60,000 pixels wide and high. */
export function makeDecompressionBomb(): Buffer {
  const png = Buffer.from(makeImage('png'));
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return png;
}
