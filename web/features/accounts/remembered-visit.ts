/** Storage key that says that this browser has an open visit. */
const KEY = 'visitorSession';

/** Remembers that this browser has a visitor session, so that its end can be announced after a reload. */
export function rememberVisit(): void {
  try {
    localStorage.setItem(KEY, 'open');
  } catch {
    // The end of the visit is announced only while the page stays open if there is no storage.
  }
}

/** Forgets the visit of this browser; returns whether there was one. */
export function forgetVisit(): boolean {
  try {
    const wasOpen = localStorage.getItem(KEY) !== null;
    localStorage.removeItem(KEY);
    return wasOpen;
  } catch {
    return false;
  }
}
