import { type RefCallback, useCallback, useState } from 'react';

/** So many more at a time: a thousand cards with their menus would take seconds to draw at once. */
const BATCH_SIZE = 100;

/** How many of a long list to draw: more whenever the element with `end`, at the list's end, comes near the window. */
export function useIncrementalCount(total: number): { count: number; end: RefCallback<Element> } {
  const [limit, setLimit] = useState(BATCH_SIZE);
  const end = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setLimit((old) => old + BATCH_SIZE),
      { rootMargin: '100%' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { count: Math.min(limit, total), end };
}
