import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';

/** Shorter lists are drawn whole, so that the browser's own search on the page finds everything in them. */
const LONG_LIST = 100;
/** Rows drawn before and after those in sight, for quick scrolling. */
const AROUND = 15;
/** What is drawn changes once in so many rows. */
const STEP = 5;

/** Of a row, until the theme's own is measured before the first paint. */
const FIRST_GUESS_PX = 38;

const WHOLE = { first: 0, end: Number.POSITIVE_INFINITY };

interface Rows {
  count: number;
  /** The theme's height of every row; it grows for fingers. So no page needs the 10 KB of a library that measures rows. */
  token: '--row-size' | '--control-small-size';
  /** The element as high as all rows together. */
  box: RefObject<HTMLElement | null>;
  /** What scrolls the box; without it the page does. */
  scroller?: RefObject<HTMLElement | null>;
}

interface Sight {
  first: number;
  end: number;
  /** Pixels. */
  rowHeight: number;
}

/** The rows of a list to draw: from `first` up to before `end`. */
export function useRowsInSight({ count, token, box, scroller }: Rows): Sight {
  const [sight, setSight] = useState<Sight>({ first: 0, end: LONG_LIST, rowHeight: FIRST_GUESS_PX });
  const isLong = count > LONG_LIST;

  const look = useEffectEvent(() => {
    if (!box.current) return;
    const rowHeight = pixelsOf(token, box.current);
    const top = scroller?.current?.getBoundingClientRect().top ?? 0;
    const height = scroller?.current?.clientHeight ?? window.innerHeight;
    const above = top - box.current.getBoundingClientRect().top;
    const { first, end } = isLong ? rowsToDraw(above / rowHeight, (above + height) / rowHeight) : WHOLE;
    setSight((old) =>
      old.first === first && old.end === end && old.rowHeight === rowHeight ? old : { first, end, rowHeight },
    );
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

  const within = (index: number) => Math.min(Math.max(index, 0), count);
  const { first, end } = isLong ? sight : WHOLE;
  return { first: within(first), end: within(end), rowHeight: sight.rowHeight };
}

function pixelsOf(token: Rows['token'], element: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.parseFloat(getComputedStyle(element).getPropertyValue(token)) * rem;
}

/** Around the rows in sight (in fractions, and beyond the list's ends when it is scrolled off), in steps. */
export function rowsToDraw(firstInSight: number, endOfSight: number): { first: number; end: number } {
  return {
    first: Math.floor(firstInSight / STEP) * STEP - AROUND,
    end: Math.ceil(endOfSight / STEP) * STEP + AROUND,
  };
}
