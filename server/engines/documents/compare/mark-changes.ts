import { decodeJpeg, encodeJpeg, type Pixels } from '../rendering/jpeg.ts';
import { findChangedBoxes, type GreyPage, type PixelBox } from './changed-boxes.ts';

const JPEG_QUALITY = 82;
const BORDER_PX = 2;
/** Orange, which is seen on light and dark pages and by people who do not see red and green apart. */
const MARK = [230, 110, 0] as const;
const FILL_SHARE = 0.14;
const CHANNELS = 4;

/** The images of a page in two versions; empty where a version does not have the page. */
export interface ComparedImages {
  readonly a: Buffer;
  readonly b: Buffer;
}

/** Returns the page of one version as a JPEG with a box around everything that differs from the other. */
export function markChanges({ a, b }: ComparedImages, side: 'a' | 'b'): Buffer {
  const [before, after] = [readPage(a), readPage(b)];
  const shown = side === 'a' ? before : after;
  const boxes = findChangedBoxes(before.grey, after.grey);
  for (const box of boxes) drawBox(shown.colours, box);
  return encodeJpeg(shown.colours, JPEG_QUALITY);
}

interface DecodedPage {
  readonly grey: GreyPage;
  readonly colours: Pixels;
}

function readPage(jpeg: Buffer): DecodedPage {
  if (jpeg.length === 0) {
    const nothing = { width: 0, height: 0, data: Buffer.alloc(0) };
    return { grey: nothing, colours: nothing };
  }
  // Copies: the memory of the image is that of the next one.
  const { width, height, data, isGrey } = decodeJpeg(jpeg);
  const grey = new Uint8Array(width * height);
  const colours = Buffer.alloc(width * height * CHANNELS, 255);
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const at = pixel * CHANNELS;
    const [red = 0, green = 0, blue = 0] = isGrey
      ? [data[pixel], data[pixel], data[pixel]]
      : [data[at], data[at + 1], data[at + 2]];
    colours[at] = red;
    colours[at + 1] = green;
    colours[at + 2] = blue;
    grey[pixel] = (red * 77 + green * 151 + blue * 28) >> 8;
  }
  return { grey: { width, height, data: grey }, colours: { width, height, data: colours } };
}

function drawBox({ width, height, data }: Pixels, box: PixelBox): void {
  const [left, top] = [Math.max(0, box.x - BORDER_PX), Math.max(0, box.y - BORDER_PX)];
  const right = Math.min(width, box.x + box.width + BORDER_PX);
  const bottom = Math.min(height, box.y + box.height + BORDER_PX);
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const isBorder =
        x < left + BORDER_PX || x >= right - BORDER_PX || y < top + BORDER_PX || y >= bottom - BORDER_PX;
      const share = isBorder ? 1 : FILL_SHARE;
      const at = (y * width + x) * CHANNELS;
      for (const [channel, colour] of MARK.entries())
        data[at + channel] = Math.round((data[at + channel] ?? 0) * (1 - share) + colour * share);
    }
}
