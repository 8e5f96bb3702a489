import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useVisibleRows } from './visible-rows.ts';

interface VirtualRows {
  /** The indexes of the rows to draw. */
  indexes: readonly number[];
  /** The heights, in pixels, of the rows left out before and after them. */
  before: number;
  after: number;
}

/** Draws of a long list what is near the window, which is what scrolls (no box inside the page does). */
export function useVirtualTableRows(body: RefObject<HTMLElement | null>, count: number): VirtualRows {
  const { first, end, rowHeight } = useVisibleRows({ count, rowSizeVariable: '--row-size', content: body });
  const last = useRef({ top: 0, rowHeight });
  useLayoutEffect(() => {
    if (!body.current) return;
    const top = body.current.getBoundingClientRect().top + window.scrollY;
    const rowsAbove = (window.scrollY - last.current.top) / last.current.rowHeight;
    const isOtherHeight = rowHeight !== last.current.rowHeight;
    last.current = { top, rowHeight };
    // The rows in sight stay in sight when all rows become higher or lower.
    if (isOtherHeight && rowsAbove > 0)
      window.scrollTo({ top: top + rowsAbove * rowHeight, behavior: 'instant' });
  });

  return {
    indexes: Array.from({ length: end - first }, (_, index) => first + index),
    before: first * rowHeight,
    after: (count - end) * rowHeight,
  };
}
