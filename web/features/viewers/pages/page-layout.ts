import { PAGE_WIDTHS } from '#shared/domain/page-limits.ts';

/** Maximum page width in pixels; wider pages are not easier to read. */
const MAX_PAGE_WIDTH = 900;
const MARGIN = 16;

const ZOOM_LEVELS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
export const FIT_WIDTH_ZOOM = 1;

/** Returns the next larger or smaller zoom level; the same at the end of the range. */
export function getNextZoom(zoom: number, direction: 'in' | 'out'): number {
  const others =
    direction === 'in'
      ? ZOOM_LEVELS.filter((each) => each > zoom)
      : ZOOM_LEVELS.filter((each) => each < zoom);
  return (direction === 'in' ? others[0] : others.at(-1)) ?? zoom;
}

/** Returns the page width in pixels for a box. */
export function getPageWidth(boxWidth: number, zoom: number): number {
  return Math.round(Math.max(0, Math.min(MAX_PAGE_WIDTH, boxWidth - 2 * MARGIN)) * zoom);
}

/** Returns the smallest rendered width that is sharp at this pixel ratio, or the largest one. */
export function getImageWidth(width: number, pixelRatio: number): string {
  const needed = width * pixelRatio;
  return PAGE_WIDTHS.find((each) => Number(each) >= needed) ?? PAGE_WIDTHS[PAGE_WIDTHS.length - 1] ?? '';
}
