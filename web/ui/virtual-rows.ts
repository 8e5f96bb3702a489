import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Shorter lists are drawn whole, so that the browser's own search on the page finds everything in them. */
const LONG_LIST = 100;

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
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isLong,
    overscan: 15,
    scrollMargin: top,
    estimateSize: () => rowHeight(body.current),
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

/** Every row has the height of the theme's token, which grows for fingers. */
function rowHeight(body: HTMLElement | null): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const token = body ? getComputedStyle(body).getPropertyValue('--row-size') : '';
  return Number.parseFloat(token) * rem || 38;
}
