import { PAGE_WIDTHS } from '#shared/domain/page-limits.ts';

/** Maximum page width in pixels; wider pages are not easier to read. */
const MAX_PAGE_WIDTH = 900;
/** Minimum width of the page of a sheet, in pixels: a phone scrolls it sideways, since its figures are not readable smaller. */
const MIN_SHEET_WIDTH = 640;
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

/** Returns the page width in pixels for a box; 0 before the box is measured. */
export function getPageWidth(boxWidth: number, zoom: number, isSheet = false): number {
  if (boxWidth === 0) return 0;
  const fitting = Math.max(0, Math.min(MAX_PAGE_WIDTH, boxWidth - 2 * MARGIN));
  return Math.round((isSheet ? Math.max(MIN_SHEET_WIDTH, fitting) : fitting) * zoom);
}

/**
 * On a connection of fewer megabits a second, pages arrive sooner at twice the resolution of the layout, which is sharp enough to
 * read.
 */
const SLOW_MEGABITS = 2;
const SLOW_PIXEL_RATIO = 2;

/** Tells whether the browser says that the connection is slow or that data should be saved; not all of them say. */
export function isSlowConnection(): boolean {
  const { connection }: Partial<{ connection: { downlink?: number; saveData?: boolean } }> =
    Object(navigator);
  return connection?.saveData === true || (connection?.downlink ?? SLOW_MEGABITS) < SLOW_MEGABITS;
}

/** Returns the smallest rendered width that is sharp at this pixel ratio, or the largest one. */
export function getImageWidth(width: number, pixelRatio: number, isSlow = isSlowConnection()): string {
  const needed = width * (isSlow ? Math.min(pixelRatio, SLOW_PIXEL_RATIO) : pixelRatio);
  return PAGE_WIDTHS.find((each) => Number(each) >= needed) ?? PAGE_WIDTHS[PAGE_WIDTHS.length - 1] ?? '';
}
