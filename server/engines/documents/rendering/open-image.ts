import { createCanvas, loadImage } from '@napi-rs/canvas';
import {
  pixelSizeForWidth,
  type RenderableDocument,
  readPixels,
  UnrenderableDocumentError,
} from './renderable-document.ts';

/** A small file may unpack to an image that fills all memory. */
const MAX_IMAGE_PIXELS = 60_000_000;

/** Markers of JPEG's segments; after the second come the pixels. */
const [EXIF, SCAN] = [0xffe1, 0xffda];
const TIFF = ['II*\0', 'MM\0*'];
const SIGNATURES: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '\xff\xd8\xff'],
  [0, '\x89PNG\r\n\x1a\n'],
  [0, 'GIF87a'],
  [0, 'GIF89a'],
  [8, 'WEBP'],
  [4, 'ftypavif'],
  ...TIFF.map((signature) => [0, signature] as const),
];

/**
 * Looks at the content, since a name without a known extension may still belong to an image. SVG is not accepted: it is a
 * program.
 */
export function isImage(bytes: Buffer): boolean {
  return SIGNATURES.some(([offset, signature]) => startsWith(bytes, signature, offset));
}

const startsWith = (bytes: Buffer, signature: string, offset = 0): boolean =>
  bytes.toString('latin1', offset, offset + signature.length) === signature;

/** Opens an image as one page, rotated by its EXIF orientation; of an animation, the first frame is shown. */
export async function openImage(bytes: Buffer, maxPages: number): Promise<RenderableDocument> {
  if (TIFF.some((signature) => startsWith(bytes, signature))) {
    return (await import('./open-tiff.ts')).openTiff(bytes, maxPages, MAX_IMAGE_PIXELS);
  }
  const declared = declaredPixels(bytes);
  if (declared !== undefined && declared > MAX_IMAGE_PIXELS) throw new UnrenderableDocumentError('too-large');
  const image = await loadImage(bytes).catch(() => {
    throw new UnrenderableDocumentError('damaged');
  });
  const { width, height } = image;
  if (width === 0 || height === 0) throw new UnrenderableDocumentError('damaged');
  if (width * height > MAX_IMAGE_PIXELS) throw new UnrenderableDocumentError('too-large');
  function draw(across: number, ground?: string) {
    const size = pixelSizeForWidth({ width, height }, across);
    const canvas = createCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    if (ground) {
      context.fillStyle = ground;
      context.fillRect(0, 0, size.width, size.height);
    }
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, size.width, size.height);
    return canvas;
  }
  return {
    pages: [{ width, height }],
    count: 1,
    renderPage: (_index, across) => readPixels(draw(across, 'white')),
    renderPng: (across) => draw(across).toBuffer('image/png'),
  };
}

/** A JPEG without what says how it is to be turned, since it has been turned; the profile of its colours stays. */
export function withoutExif(jpeg: Buffer): Buffer {
  const kept = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg.readUInt16BE(at) !== SCAN) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (jpeg.readUInt16BE(at) !== EXIF) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, jpeg.subarray(at)]);
}

/** PNG's header says it before anything is unpacked; it packs a thousandfold, the others far less. */
function declaredPixels(bytes: Buffer): number | undefined {
  if (bytes.toString('latin1', 1, 4) !== 'PNG' || bytes.length < 24) return undefined;
  return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
}
