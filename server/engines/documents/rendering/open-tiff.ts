import { type Canvas, createCanvas } from '@napi-rs/canvas';
import tiff, { type IFD } from 'utif2';
import {
  type PageSize,
  pixelSizeForWidth,
  type RenderableDocument,
  readPixels,
  UnrenderableDocumentError,
} from './renderable-document.ts';

/** TIFF's numbers for what its directories say. */
const TAG = { kind: 't254', width: 't256', height: 't257', orientation: 't274' } as const;
const THUMBNAIL = 1;
/** Quarter turns for each TIFF orientation, and whether the image is mirrored first. */
const ORIENTATIONS: ReadonlyMap<number, { turns: number; isMirrored: boolean }> = new Map([
  [2, { turns: 0, isMirrored: true }],
  [3, { turns: 2, isMirrored: false }],
  [4, { turns: 2, isMirrored: true }],
  [5, { turns: 3, isMirrored: true }],
  [6, { turns: 1, isMirrored: false }],
  [7, { turns: 1, isMirrored: true }],
  [8, { turns: 3, isMirrored: false }],
]);
const UPRIGHT = { turns: 0, isMirrored: false };

interface TiffImage extends PageSize {
  readonly directory: IFD;
  readonly turns: number;
  readonly isMirrored: boolean;
}

/** Opens a TIFF with a page for each of its images; scans and faxes have one for each sheet. */
export function openTiff(bytes: Buffer, maxPages: number, maxPixels: number): RenderableDocument {
  const images = tiff.decode(bytes).flatMap(readImage);
  if (images.length === 0) throw new UnrenderableDocumentError('damaged');
  if (images.some(({ width, height }) => width * height > maxPixels))
    throw new UnrenderableDocumentError('too-large');
  const pages = images.slice(0, maxPages).map(uprightSize);
  return {
    pages,
    count: images.length,
    renderPage(index, across) {
      const [image, page] = [images[index], pages[index]];
      if (!image || !page) throw new UnrenderableDocumentError('damaged');
      const size = pixelSizeForWidth(page, across);
      const canvas = createCanvas(size.width, size.height);
      const context = canvas.getContext('2d');
      context.fillStyle = 'white';
      context.fillRect(0, 0, size.width, size.height);
      context.imageSmoothingQuality = 'high';
      context.translate(size.width / 2, size.height / 2);
      context.rotate((image.turns * Math.PI) / 2);
      const scale = size.width / page.width;
      context.scale(image.isMirrored ? -scale : scale, scale);
      context.drawImage(decodePixels(bytes, image), -image.width / 2, -image.height / 2);
      return readPixels(canvas);
    },
  };
}

function readImage(directory: IFD): TiffImage[] {
  const [width, height] = [numberAt(directory, TAG.width), numberAt(directory, TAG.height)];
  const isWhole = width > 0 && height > 0 && (numberAt(directory, TAG.kind) & THUMBNAIL) === 0;
  const orientation = ORIENTATIONS.get(numberAt(directory, TAG.orientation)) ?? UPRIGHT;
  return isWhole ? [{ directory, width, height, ...orientation }] : [];
}

const uprightSize = ({ width, height, turns }: TiffImage): PageSize =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

function numberAt(directory: IFD, tag: string): number {
  const value = directory[tag];
  const [first] = Array.isArray(value) ? value : [];
  return Number.isInteger(first) ? Number(first) : 0;
}

function decodePixels(bytes: Buffer, { directory, width, height }: TiffImage): Canvas {
  tiff.decodeImage(bytes, directory);
  const pixels = tiff.toRGBA8(directory);
  if (pixels.length !== width * height * 4) throw new UnrenderableDocumentError('damaged');
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  image.data.set(pixels);
  context.putImageData(image, 0, 0);
  // What it took to unpack one page is not kept for the next.
  directory.data = new Uint8Array();
  return canvas;
}
