import { createCanvas, loadImage } from '@napi-rs/canvas';

interface ReadableImage {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of a pixel. */
  pixelAt(x: number, y: number): readonly [number, number, number];
  /** Counts the pixels of a part that differ from another image's by more than JPEG does. */
  countDifferences(
    other: ReadableImage,
    part: { x: number; y: number; width: number; height: number },
  ): number;
}

const NOISE = 24;

export async function readImage(bytes: Buffer): Promise<ReadableImage> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const at: ReadableImage['pixelAt'] = (x, y) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
    return [red, green, blue];
  };
  return {
    width,
    height,
    pixelAt: at,
    countDifferences(other, part) {
      let count = 0;
      for (let y = part.y; y < part.y + part.height; y += 1) {
        for (let x = part.x; x < part.x + part.width; x += 1) {
          if (Math.abs(at(x, y)[0] - other.pixelAt(x, y)[0]) > NOISE) count += 1;
        }
      }
      return count;
    },
  };
}
