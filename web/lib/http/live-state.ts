import { useSyncExternalStore } from 'react';

let isLive = false;
const listeners = new Set<() => void>();

/** Sets whether the server says by itself what has changed. */
export function setLive(value: boolean): void {
  if (isLive === value) return;
  isLive = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells whether the server says by itself what has changed; otherwise lists ask for what they wait for. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive);
