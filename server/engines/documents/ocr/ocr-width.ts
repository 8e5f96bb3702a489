const DPI = 300;
const POINTS_PER_INCH = 72;
const MAX_SIDE = 10_000;
/** At this width small print has letters 20 pixels high; a smaller image is enlarged up to it, at most twice. */
const MIN_WIDTH = 2_400;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns how many pixels wide a page is drawn for OCR; the size of a document's page is in points, that of an image in pixels.
 */
export function ocrWidthOf({ width, height }: Size, isInPoints: boolean): number {
  const wanted = isInPoints
    ? (width * DPI) / POINTS_PER_INCH
    : Math.max(width, Math.min(2 * width, MIN_WIDTH));
  const scale = Math.min(1, MAX_SIDE / wanted, (MAX_SIDE * width) / (wanted * height));
  return Math.max(1, Math.floor(wanted * scale));
}
