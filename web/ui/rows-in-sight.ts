import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';

/** Shorter lists are drawn whole, so that the browser's own search on the page finds everything in them. */
const LONG_LIST = 100;
/** Rows drawn before and after those in sight, for quick scrolling. */
const AROUND = 15;
/** What is drawn changes once in so many rows. */
const STEP = 5;

interface Rows {
  count: number;
  /** Pixels, the same for all rows; so no page needs the 10 KB of a library that measures them at its start. */
  rowHeight: number;
  /** The element as high as all rows together. */
  box: RefObject<HTMLElement | null>;
  /** What scrolls the box; without it the page does. */
  scroller?: RefObject<HTMLElement | null>;
}

/** The rows of a list to draw: from `first` up to before `end`. */
export function useRowsInSight({ count, rowHeight, box, scroller }: Rows): { first: number; end: number } {
  const [sight, setSight] = useState({ first: 0, end: LONG_LIST });
  const isLong = count > LONG_LIST;

  const look = useEffectEvent(() => {
    if (!isLong || !box.current) return;
    const top = scroller?.current?.getBoundingClientRect().top ?? 0;
    const height = scroller?.current?.clientHeight ?? window.innerHeight;
    const above = top - box.current.getBoundingClientRect().top;
    const next = rowsToDraw(above / rowHeight, (above + height) / rowHeight);
    setSight((old) => (old.first === next.first && old.end === next.end ? old : next));
  });

  useLayoutEffect(() => look());
  useEffect(() => {
    const onChange = () => look();
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

  if (!isLong) return { first: 0, end: count };
  const within = (index: number) => Math.min(Math.max(index, 0), count);
  return { first: within(sight.first), end: within(sight.end) };
}

/** Around the rows in sight (in fractions, and beyond the list's ends when it is scrolled off), in steps. */
export function rowsToDraw(firstInSight: number, endOfSight: number): { first: number; end: number } {
  return {
    first: Math.floor(firstInSight / STEP) * STEP - AROUND,
    end: Math.ceil(endOfSight / STEP) * STEP + AROUND,
  };
}
