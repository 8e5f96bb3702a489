import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Shorter lists are drawn whole, so that the browser's own search on the page finds everything in them. */
export const LONG_LIST = 100;

interface VirtualRows {
  /** The indexes of the rows to draw. */
  indexes: readonly number[];
  /** The heights, in pixels, of the rows left out before and after them. */
  before: number;
  after: number;
}

/** Draws of a long list what is near the window, which is what scrolls (no box inside the page does). */
export function useVirtualRows(body: RefObject<HTMLElement | null>, count: number): VirtualRows {
  const isLong = count > LONG_LIST;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (isLong && body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
  });
  const rowHeight = sizeOf('--row-size');
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isLong,
    overscan: 15,
    scrollMargin: top,
    estimateSize: () => rowHeight,
  });
  if (!isLong) return { indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };

  const drawn = virtualizer.getVirtualItems();
  const last = drawn.at(-1);
  return {
    indexes: drawn.map((item) => item.index),
    before: (drawn[0]?.start ?? top) - top,
    after: last ? virtualizer.getTotalSize() - (last.end - top) : 0,
  };
}

/** The pixels of a size token of the theme, which grows for fingers. Every row of a list has the same. */
export function sizeOf(token: '--row-size' | '--control-small-size'): number {
  const root = getComputedStyle(document.documentElement);
  return Number.parseFloat(root.getPropertyValue(token)) * Number.parseFloat(root.fontSize) || 38;
}
