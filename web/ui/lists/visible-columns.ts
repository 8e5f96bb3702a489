import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';

/** Fewer columns are rendered completely. */
const MIN_VIRTUALIZED_COLUMNS = 8;
/** Columns rendered before and after the visible ones, so that the keyboard finds the next one. */
const OVERSCAN_COLUMNS = 1;

interface VisibleColumnsOptions {
  count: number;
  /** Few rows are rendered completely, whatever their columns. */
  hasManyRows: boolean;
  /** The element that scrolls sideways. */
  scroller: RefObject<HTMLElement | null>;
  /** The header of the first of the columns, which are all as wide; what is before it stays in view. */
  header: RefObject<HTMLElement | null>;
}

interface VisibleColumns {
  first: number;
  end: number;
}

/** Returns the range of columns to render in rows, from `first` up to but not including `end`. */
export function useVisibleColumns({
  count,
  hasManyRows,
  scroller,
  header,
}: VisibleColumnsOptions): VisibleColumns {
  const [visible, setVisible] = useState<VisibleColumns>({ first: 0, end: MIN_VIRTUALIZED_COLUMNS });
  const isWide = hasManyRows && count > MIN_VIRTUALIZED_COLUMNS;

  const measure = useEffectEvent(() => {
    const [box, width] = [scroller.current, header.current?.offsetWidth ?? 0];
    if (!isWide || !box || width === 0) return;
    const shown = box.clientWidth - (header.current?.offsetLeft ?? 0);
    const first = Math.floor(box.scrollLeft / width) - OVERSCAN_COLUMNS;
    const end = Math.ceil((box.scrollLeft + shown) / width) + OVERSCAN_COLUMNS;
    setVisible((old) => (old.first === first && old.end === end ? old : { first, end }));
  });

  useLayoutEffect(() => measure());
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const onChange = () => measure();
    const observer = new ResizeObserver(onChange);
    observer.observe(box);
    box.addEventListener('scroll', onChange, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onChange);
    };
  }, [scroller]);

  if (!isWide) return { first: 0, end: count };
  return { first: Math.max(visible.first, 0), end: Math.min(visible.end, count) };
}
