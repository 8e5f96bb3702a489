import { type RefObject, useRef, useState } from 'react';
import { useMeasuring } from './measuring.ts';

/** Renders fewer cards completely, so that the browser's page search finds all of them. */
const MIN_VIRTUALIZED_CARDS = 100;
/** Rendered until a long list is measured: all of its cards would take seconds. */
const FIRST_CARDS = 60;
/** Rows of cards rendered before and after the visible ones, so that the keyboard finds the next one. */
const OVERSCAN_ROWS = 4;
/** Changes the rendered range in steps of this many rows. */
const ROW_STEP = 2;

interface Grid {
  readonly count: number;
  readonly columns: number;
  /** In pixels, with the gap to the next row. */
  readonly rowHeight: number;
}

interface VisibleCards {
  /** The cards to render, from `first` up to but not including `end`. */
  readonly first: number;
  readonly end: number;
  /** The heights, in pixels, of the rows before and after them. */
  readonly before: number;
  readonly after: number;
}

/** Returns the cards near the window, whose edges are given in pixels from the beginning of the list. */
export function getVisibleCards(
  { count, columns, rowHeight }: Grid,
  top: number,
  bottom: number,
): VisibleCards {
  const rows = Math.ceil(count / columns);
  const step = (edge: number, round: (steps: number) => number) =>
    round(edge / rowHeight / ROW_STEP) * ROW_STEP;
  // One row at least, also while the window is above or below the list: its cards are measured.
  const first = Math.min(Math.max(step(top, Math.floor) - OVERSCAN_ROWS, 0), rows - 1);
  const end = Math.min(Math.max(step(bottom, Math.ceil) + OVERSCAN_ROWS, first + 1), rows);
  return {
    first: first * columns,
    end: Math.min(end * columns, count),
    before: first * rowHeight,
    after: (rows - end) * rowHeight,
  };
}

interface CardGrid extends VisibleCards {
  /** The height of every row, as high as the highest card that was rendered; 0 for rows of their own heights. */
  readonly cardHeight: number;
}

/**
 * Returns the cards of a list to render. The element is a CSS grid that scrolls with the page; all rows of a long list are as high
 * as the highest, so that their places can be computed.
 */
export function useVisibleCards(list: RefObject<HTMLElement | null>, count: number): CardGrid {
  const [visible, setVisible] = useState<CardGrid>({
    first: 0,
    end: FIRST_CARDS,
    before: 0,
    after: 0,
    cardHeight: 0,
  });
  // Rows never get lower while the window has the same size: others would move into view, with other heights.
  const highest = useRef({ width: 0, height: 0 });
  const isLong = count > MIN_VIRTUALIZED_CARDS;
  useMeasuring(() => {
    const card = list.current?.firstElementChild;
    if (!isLong || !list.current || !card) return;
    const { width } = document.documentElement.getBoundingClientRect();
    const height = card.getBoundingClientRect().height;
    const cardHeight = highest.current.width === width ? Math.max(highest.current.height, height) : height;
    highest.current = { width, height: cardHeight };
    const { gridTemplateColumns, rowGap } = getComputedStyle(list.current);
    const grid = {
      count,
      columns: gridTemplateColumns.split(' ').length,
      rowHeight: cardHeight + (Number.parseFloat(rowGap) || 0),
    };
    const top = -list.current.getBoundingClientRect().top;
    const next = { ...getVisibleCards(grid, top, top + window.innerHeight), cardHeight };
    setVisible((old) => (isSame(old, next) ? old : next));
  });
  return isLong
    ? { ...visible, end: Math.min(visible.end, count) }
    : { first: 0, end: count, before: 0, after: 0, cardHeight: 0 };
}

const isSame = (one: CardGrid, other: CardGrid): boolean =>
  one.first === other.first &&
  one.end === other.end &&
  one.before === other.before &&
  one.after === other.after &&
  one.cardHeight === other.cardHeight;
