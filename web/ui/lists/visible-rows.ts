import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Shorter lists are drawn whole, so that the browser's own search on the page finds everything in them. */
const MIN_VIRTUALIZED_ROWS = 100;
/** Rows drawn before and after those in sight, for quick scrolling. */
const OVERSCAN_ROWS = 15;
/** What is drawn changes once in so many rows. */
const ROW_STEP = 5;

/** Of a row, until the theme's own is measured before the first paint. */
const ESTIMATED_ROW_PX = 38;

const ALL_ROWS = { first: 0, end: Number.POSITIVE_INFINITY };

interface VisibleRowsOptions {
  count: number;
  /** The theme's height of every row; it grows for fingers. So no page needs the 10 KB of a library that measures rows. */
  rowSizeVariable: '--row-size' | '--control-small-size';
  /** The element as high as all rows together. */
  content: RefObject<HTMLElement | null>;
  /** What scrolls the box; without it the page does. */
  scroller?: RefObject<HTMLElement | null>;
}

interface VisibleRows {
  first: number;
  end: number;
  /** Pixels. */
  rowHeight: number;
}

/** The rows of a list to draw: from `first` up to before `end`. */
export function useVisibleRows({
  count,
  rowSizeVariable,
  content,
  scroller,
}: VisibleRowsOptions): VisibleRows {
  const [visible, setSight] = useState<VisibleRows>({
    first: 0,
    end: MIN_VIRTUALIZED_ROWS,
    rowHeight: ESTIMATED_ROW_PX,
  });
  const isLong = count > MIN_VIRTUALIZED_ROWS;

  const measure = useEffectEvent(() => {
    if (!content.current) return;
    const rowHeight = getPixels(rowSizeVariable, content.current);
    const top = scroller?.current?.getBoundingClientRect().top ?? 0;
    const height = scroller?.current?.clientHeight ?? window.innerHeight;
    const above = top - content.current.getBoundingClientRect().top;
    const { first, end } = isLong ? getRowRange(above / rowHeight, (above + height) / rowHeight) : ALL_ROWS;
    setSight((old) =>
      old.first === first && old.end === end && old.rowHeight === rowHeight ? old : { first, end, rowHeight },
    );
  });

  useLayoutEffect(() => measure());
  useEffect(() => {
    const onChange = () => measure();
    // Captured, since the scrolling of a box does not bubble. What stands above the list may grow, which nothing else tells.
    const options = { capture: true, passive: true };
    const observer = new ResizeObserver(onChange);
    observer.observe(document.body);
    addEventListener('scroll', onChange, options);
    addEventListener('resize', onChange);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', onChange, options);
      removeEventListener('resize', onChange);
    };
  }, []);

  const within = (index: number) => Math.min(Math.max(index, 0), count);
  const { first, end } = isLong ? visible : ALL_ROWS;
  return { first: within(first), end: within(end), rowHeight: visible.rowHeight };
}

function getPixels(token: VisibleRowsOptions['rowSizeVariable'], element: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.parseFloat(getComputedStyle(element).getPropertyValue(token)) * rem;
}

/** Around the rows in sight (in fractions, and beyond the list's ends when it is scrolled off), in steps. */
export function getRowRange(firstInSight: number, endOfSight: number): { first: number; end: number } {
  return {
    first: Math.floor(firstInSight / ROW_STEP) * ROW_STEP - OVERSCAN_ROWS,
    end: Math.ceil(endOfSight / ROW_STEP) * ROW_STEP + OVERSCAN_ROWS,
  };
}

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
