import { useSyncExternalStore } from 'react';

export const UPLOAD_FAILED = 'Upload failed';

let isStarted = false;
const listeners = new Set<() => void>();

/** Notes that there are uploads now. */
export function noteUploads(): void {
  isStarted = true;
  for (const listener of listeners) listener();
}

/** Tells whether there were uploads since the page was opened: the code that sends and shows them is loaded only then. */
export const useHasStartedUploads = (): boolean => useSyncExternalStore(subscribe, () => isStarted);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
