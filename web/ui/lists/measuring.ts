import { useEffect, useEffectEvent, useLayoutEffect } from 'react';

/** Measures what is in view after each render, and when the page scrolls or something in it changes its size. */
export function useMeasuring(measure: () => void): void {
  const measureNow = useEffectEvent(measure);
  useLayoutEffect(() => measureNow());
  useEffect(() => {
    const onChange = () => measureNow();
    // Captured, since scroll events of elements do not bubble. The observer notices content above the list that grows.
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
}
