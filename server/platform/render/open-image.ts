import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type DrawnDocument, pixelsOf, Undrawable } from './drawn-document.ts';

/** A small file may unpack to a picture that fills all memory. */
const MOST_PIXELS = 60_000_000;

const SIGNATURES: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '\xff\xd8\xff'],
  [0, '\x89PNG\r\n\x1a\n'],
  [0, 'GIF87a'],
  [0, 'GIF89a'],
  [8, 'WEBP'],
];

/** Told by the content: a name without a known ending may still be that of a picture. SVG is none, since it is a program. */
export function isImage(bytes: Buffer): boolean {
  return SIGNATURES.some(
    ([offset, signature]) => bytes.toString('latin1', offset, offset + signature.length) === signature,
  );
}

/** A picture is one page; it stands as its EXIF orientation says, and of an animation the first picture is shown. */
export async function openImage(bytes: Buffer): Promise<DrawnDocument> {
  const declared = declaredPixels(bytes);
  if (declared !== undefined && declared > MOST_PIXELS) throw new Undrawable('too-large');
  const image = await loadImage(bytes).catch(() => {
    throw new Undrawable('damaged');
  });
  const { width, height } = image;
  if (width === 0 || height === 0) throw new Undrawable('damaged');
  if (width * height > MOST_PIXELS) throw new Undrawable('too-large');
  return {
    pages: [{ width, height }],
    count: 1,
    draw(_index, across) {
      const size = pixelsOf({ width, height }, across);
      const canvas = createCanvas(size.width, size.height);
      const context = canvas.getContext('2d');
      context.fillStyle = 'white';
      context.fillRect(0, 0, size.width, size.height);
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, size.width, size.height);
      return canvas;
    },
  };
}

/** PNG's header says it before anything is unpacked; it packs a thousandfold, the others far less. */
function declaredPixels(bytes: Buffer): number | undefined {
  if (bytes.toString('latin1', 1, 4) !== 'PNG' || bytes.length < 24) return undefined;
  return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
}
