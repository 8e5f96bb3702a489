import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Shorter lists are drawn whole, so that the browser's own search on the page finds everything in them. */
const LONG_LIST = 100;
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
  const isLong = count > LONG_LIST;
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(FIRST_GUESS_PX);
  useLayoutEffect(() => {
    if (!isLong || !body.current) return;
    setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    setHeight(rowHeight(body.current));
  });
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isLong,
    overscan: 15,
    scrollMargin: top,
    estimateSize: () => height,
  });
  const last = useRef({ top, height });
  useLayoutEffect(() => {
    const { top: lastTop, height: lastHeight } = last.current;
    last.current = { top, height };
    if (height === lastHeight) return;
    virtualizer.measure();
    // The rows in sight stay in sight.
    const rowsAbove = (window.scrollY - lastTop) / lastHeight;
    if (isLong && rowsAbove > 0) window.scrollTo({ top: top + rowsAbove * height, behavior: 'instant' });
  }, [top, height, isLong, virtualizer]);
  if (!isLong) return { indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };

  const drawn = virtualizer.getVirtualItems();
  const lastDrawn = drawn.at(-1);
  return {
    indexes: drawn.map((item) => item.index),
    before: (drawn[0]?.start ?? top) - top,
    after: lastDrawn ? virtualizer.getTotalSize() - (lastDrawn.end - top) : 0,
  };
}

/** Every row has the height of the theme's token, which grows for fingers and for rows of two lines. */
function rowHeight(body: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.parseFloat(getComputedStyle(body).getPropertyValue('--row-size')) * rem;
}
