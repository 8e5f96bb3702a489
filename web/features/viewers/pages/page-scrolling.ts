import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { TextMatch } from '#shared/contracts/pages.ts';
import { FIT_WIDTH_ZOOM, getNextZoom } from '#web/lib/documents/page-layout.ts';
import { getReadingLine } from './reading-line.ts';

/** Returns the stored zoom factor, or the one that fits the width. */
export function parseZoom(stored: string | undefined): number {
  const zoom = Number(stored);
  return zoom >= getNextZoom(0, 'in') && zoom <= getNextZoom(Infinity, 'out') ? zoom : FIT_WIDTH_ZOOM;
}

/** Brings a match into view when it becomes the current one. */
export function useScrollToMatch(
  virtualizer: Virtualizer<HTMLElement, Element>,
  match: TextMatch | undefined,
  getPageHeight: (index: number) => number,
): void {
  const height = useRef(getPageHeight);
  height.current = getPageHeight;
  useEffect(() => {
    const [box] = match?.boxes ?? [];
    if (!match || !box) return;
    const [start = 0] = virtualizer.getOffsetForIndex(match.page - 1, 'start') ?? [];
    const view = virtualizer.scrollRect?.height ?? 0;
    virtualizer.scrollToOffset(start + box.y * height.current(match.page - 1) - view / 3);
  }, [virtualizer, match]);
}

/** Measures the width of an element without its padding, in pixels; 0 before it is measured. */
export function useContentWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** A page that was asked for, and where the view stopped; near the end other pages are in view with it. */
interface RequestedPage {
  index: number;
  offset: number;
}

/**
 * Returns the index of the page that is read, as rendered and as of the moment of a call, and a function that goes to a page;
 * keeps the page in view when the page width changes.
 */
export function useCurrentPage(
  virtualizer: Virtualizer<HTMLElement, Element>,
  width: number,
  firstIndex: number,
): { current: number; readIndex: () => number; goToIndex: (index: number) => void } {
  const visibleIndex = useRef(firstIndex);
  const laidOutWidth = useRef(0);
  const requested = useRef<RequestedPage>(undefined);
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const readIndex = () => {
    // The virtualizer learns of its own scrolling with the next frame only.
    const offset = virtualizer.scrollElement?.scrollTop ?? 0;
    const { current: page } = requested;
    if (page && Math.abs(offset - page.offset) <= 1) return page.index;
    const view = virtualizer.scrollRect?.height ?? 0;
    const line = getReadingLine({ offset, view, total: virtualizer.getTotalSize() });
    return virtualizer.getVirtualItemForOffset(line)?.index ?? visibleIndex.current;
  };
  const current = readIndex();
  const goToIndex = (index: number) => {
    virtualizer.scrollToIndex(index, { align: 'start' });
    requested.current = { index, offset: virtualizer.scrollElement?.scrollTop ?? 0 };
    renderAgain();
  };
  useLayoutEffect(() => {
    if (width === 0) return;
    if (laidOutWidth.current === width) {
      visibleIndex.current = current;
      return;
    }
    laidOutWidth.current = width;
    virtualizer.measure();
    goToIndex(visibleIndex.current);
  });
  return { current, readIndex, goToIndex };
}
