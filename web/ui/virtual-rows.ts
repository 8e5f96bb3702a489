import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useRowsInSight } from './rows-in-sight.ts';

/** Of a row, until the theme's own is measured before the first paint. */
const FIRST_GUESS_PX = 38;

interface VirtualRows {
  /** The indexes of the rows to draw. */
  indexes: readonly number[];
  /** The heights, in pixels, of the rows left out before and after them. */
  before: number;
  after: number;
}

/** Draws of a long list what is near the window, which is what scrolls (no box inside the page does). */
export function useVirtualRows(body: RefObject<HTMLElement | null>, count: number): VirtualRows {
  const [height, setHeight] = useState(FIRST_GUESS_PX);
  const { first, end } = useRowsInSight({ count, rowHeight: height, box: body });
  const lastHeight = useRef(height);
  useLayoutEffect(() => {
    if (body.current) setHeight(rowHeight(body.current));
  });
  useLayoutEffect(() => {
    if (height === lastHeight.current || !body.current) return;
    const above = -body.current.getBoundingClientRect().top;
    const rowsAbove = above / lastHeight.current;
    lastHeight.current = height;
    // The rows in sight stay in sight.
    if (rowsAbove > 0) window.scrollBy({ top: rowsAbove * height - above, behavior: 'instant' });
  }, [height, body]);

  return {
    indexes: Array.from({ length: end - first }, (_, index) => first + index),
    before: first * height,
    after: (count - end) * height,
  };
}

/** Every row has the height of the theme's token, which grows for fingers and for rows of two lines. */
function rowHeight(body: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.parseFloat(getComputedStyle(body).getPropertyValue('--row-size')) * rem;
}
