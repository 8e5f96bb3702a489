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
  /** The height, in pixels, of the rows before them. */
  readonly before: number;
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
  };
}

interface CardGrid extends VisibleCards {
  /** The height of every row, as high as the highest card that was rendered; 0 before. */
  readonly cardHeight: number;
  /** The height of all rows; 0 before the first are measured. */
  readonly height: number;
}

const FIRST: CardGrid = { first: 0, end: FIRST_CARDS, before: 0, cardHeight: 0, height: 0 };

/**
 * Returns the cards of a long list to render, and `undefined` for a list that is rendered completely. The element scrolls with the
 * page and is as high as all rows; what it contains is a CSS grid of cards. All rows are as high as the highest, so that their
 * places can be computed.
 */
export function useVisibleCards(list: RefObject<HTMLElement | null>, count: number): CardGrid | undefined {
  const [visible, setVisible] = useState(FIRST);
  // Rows never get lower while the window has the same size: others would move into view, with other heights.
  const highest = useRef({ width: 0, height: 0 });
  const isLong = count > MIN_VIRTUALIZED_CARDS;
  useMeasuring(() => {
    const cards = list.current?.firstElementChild;
    const card = cards?.firstElementChild;
    if (!isLong || !list.current || !cards || !card) return;
    const { width } = document.documentElement.getBoundingClientRect();
    const height = card.getBoundingClientRect().height;
    const cardHeight = highest.current.width === width ? Math.max(highest.current.height, height) : height;
    highest.current = { width, height: cardHeight };
    const style = getComputedStyle(cards);
    const columns = style.gridTemplateColumns.split(' ').length;
    const gap = Number.parseFloat(style.rowGap) || 0;
    const rowHeight = cardHeight + gap;
    const top = -list.current.getBoundingClientRect().top;
    const next = {
      ...getVisibleCards({ count, columns, rowHeight }, top, top + window.innerHeight),
      cardHeight,
      height: Math.ceil(count / columns) * rowHeight - gap,
    };
    setVisible((old) => (isSame(old, next) ? old : next));
  });
  return isLong ? { ...visible, end: Math.min(visible.end, count) } : undefined;
}

const isSame = (one: CardGrid, other: CardGrid): boolean =>
  one.first === other.first &&
  one.end === other.end &&
  one.before === other.before &&
  one.cardHeight === other.cardHeight &&
  one.height === other.height;
