import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useMeasuring } from './measuring.ts';

/** Renders shorter lists completely, so that the browser's page search finds all their rows. */
const MIN_VIRTUALIZED_ROWS = 100;
/** Rows rendered before and after the visible ones, for fast scrolling. */
const OVERSCAN_ROWS = 10;
/** Changes the rendered range in steps of this many rows. */
const ROW_STEP = 5;

/** Row height until the theme's value is measured before the first paint. */
const ESTIMATED_ROW_PX = 40;

const ALL_ROWS = { first: 0, end: Number.POSITIVE_INFINITY };
/** Rendered until a long list is measured, also one that was short before: all of its rows would take seconds. */
const FIRST_ROWS = { first: 0, end: MIN_VIRTUALIZED_ROWS };

interface VisibleRowsOptions {
  count: number;
  /** The theme's height of every row, larger on touch screens. A fixed height saves the 10 KB of a library that measures rows. */
  rowSizeVariable: '--row-size' | '--control-small-size';
  /** The element that is as high as all rows together. */
  content: RefObject<HTMLElement | null>;
  /** The element that scrolls the content; without it the page does. */
  scroller?: RefObject<HTMLElement | null>;
}

interface VisibleRows {
  first: number;
  end: number;
  /** In pixels. */
  rowHeight: number;
}

/** Returns the range of rows to render, from `first` up to but not including `end`. */
export function useVisibleRows({
  count,
  rowSizeVariable,
  content,
  scroller,
}: VisibleRowsOptions): VisibleRows {
  const [visible, setVisible] = useState<VisibleRows>({
    ...FIRST_ROWS,
    rowHeight: ESTIMATED_ROW_PX,
  });
  const isLong = count > MIN_VIRTUALIZED_ROWS;

  useMeasuring(() => {
    if (!content.current) return;
    const rowHeight = getPixels(rowSizeVariable, content.current);
    const top = scroller?.current?.getBoundingClientRect().top ?? 0;
    const height = scroller?.current?.clientHeight ?? window.innerHeight;
    const above = top - content.current.getBoundingClientRect().top;
    const longRange = () =>
      hasOwnRowHeights(content.current)
        ? ALL_ROWS
        : getRowRange(above / rowHeight, (above + height) / rowHeight);
    const { first, end } = isLong ? longRange() : FIRST_ROWS;
    setVisible((old) =>
      old.first === first && old.end === end && old.rowHeight === rowHeight ? old : { first, end, rowHeight },
    );
  });

  const clamp = (index: number) => Math.min(Math.max(index, 0), count);
  const { first, end } = isLong ? visible : ALL_ROWS;
  return { first: clamp(first), end: clamp(end), rowHeight: visible.rowHeight };
}

function getPixels(token: VisibleRowsOptions['rowSizeVariable'], element: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.parseFloat(getComputedStyle(element).getPropertyValue(token)) * rem;
}

/** Returns true where the rows of a list wrap, so that their places cannot be computed. */
const hasOwnRowHeights = (element: HTMLElement | null): boolean =>
  element !== null && getComputedStyle(element).getPropertyValue('--row-heights').trim() === 'own';

/** Extends the visible range (row positions, possibly fractional or outside the list) by the overscan, in steps. */
export function getRowRange(firstVisible: number, endVisible: number): { first: number; end: number } {
  return {
    first: Math.floor(firstVisible / ROW_STEP) * ROW_STEP - OVERSCAN_ROWS,
    end: Math.ceil(endVisible / ROW_STEP) * ROW_STEP + OVERSCAN_ROWS,
  };
}

interface VirtualRows {
  /** The indexes of the rows to render. */
  indexes: readonly number[];
  /** The total heights, in pixels, of the rows before and after them. */
  before: number;
  after: number;
}

/** Returns the rows of a table near the window; the page scrolls, not an element inside it. */
export function useVirtualTableRows(body: RefObject<HTMLElement | null>, count: number): VirtualRows {
  const { first, end, rowHeight } = useVisibleRows({ count, rowSizeVariable: '--row-size', content: body });
  const previous = useRef({ top: 0, rowHeight });
  useLayoutEffect(() => {
    if (!body.current) return;
    const top = body.current.getBoundingClientRect().top + window.scrollY;
    const rowsAbove = (window.scrollY - previous.current.top) / previous.current.rowHeight;
    const hasHeightChanged = rowHeight !== previous.current.rowHeight;
    previous.current = { top, rowHeight };
    // Keeps the same rows visible when the row height changes.
    if (hasHeightChanged && rowsAbove > 0)
      window.scrollTo({ top: top + rowsAbove * rowHeight, behavior: 'instant' });
  });

  return {
    indexes: Array.from({ length: end - first }, (_, index) => first + index),
    before: first * rowHeight,
    after: (count - end) * rowHeight,
  };
}
