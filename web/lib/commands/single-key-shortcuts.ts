const STORAGE_KEY = 'muniment.single-keys';

let cached: boolean | null = null;

/** Returns whether single keys are shortcuts. Users of speech input must be able to turn them off (WCAG 2.1.4). */
export function areSingleKeyShortcutsEnabled(): boolean {
  try {
    cached ??= localStorage.getItem(STORAGE_KEY) !== 'false';
  } catch {
    cached = true;
  }
  return cached;
}

export function setSingleKeyShortcutsEnabled(next: boolean): void {
  cached = next;
  try {
    localStorage.setItem(STORAGE_KEY, String(next));
  } catch {
    // A browser that forbids storage keeps the choice until the page is closed.
  }
}
