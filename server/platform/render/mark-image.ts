import { createCanvas, loadImage } from '@napi-rs/canvas';
import { drawMark } from './draw-mark.ts';

const JPEG_QUALITY = 82;

/** A page's picture with a text in its pixels. */
export async function markImage(bytes: Buffer, text: string): Promise<Buffer> {
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  drawMark(context, image.width, image.height, text);
  return canvas.encodeSync('jpeg', JPEG_QUALITY);
}
