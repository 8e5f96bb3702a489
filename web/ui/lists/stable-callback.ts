import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that keeps its identity and calls the function of the latest render, for what is rendered or attached
 * again when a function changes. Must not be called during a render.
 */
export function useStableCallback<Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args) => latest.current(...args), []);
}
