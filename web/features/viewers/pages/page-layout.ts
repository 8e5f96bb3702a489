import { PAGE_WIDTHS } from '#shared/domain/page-limits.ts';

/** Wider than this a page is no easier to read; narrower windows give it what they have. */
const MAX_PAGE_WIDTH = 900;
const MARGIN = 16;

const ZOOM_LEVELS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
export const FIT_WIDTH_ZOOM = 1;

/** The next larger or smaller zoom; the same at the end. */
export function getNextZoom(zoom: number, direction: 'in' | 'out'): number {
  const others =
    direction === 'in'
      ? ZOOM_LEVELS.filter((each) => each > zoom)
      : ZOOM_LEVELS.filter((each) => each < zoom);
  return (direction === 'in' ? others[0] : others.at(-1)) ?? zoom;
}

/** The width of a page in a box, in the box's pixels. */
export function getPageWidth(boxWidth: number, zoom: number): number {
  return Math.round(Math.max(0, Math.min(MAX_PAGE_WIDTH, boxWidth - 2 * MARGIN)) * zoom);
}

/** The narrowest picture that is sharp in so many of the screen's pixels, or the widest there is. */
export function getImageWidth(width: number, pixelRatio: number): string {
  const needed = width * pixelRatio;
  return PAGE_WIDTHS.find((each) => Number(each) >= needed) ?? PAGE_WIDTHS[PAGE_WIDTHS.length - 1] ?? '';
}
