const KEY = 'muniment.single-keys';

let cached: boolean | null = null;

/** Whether letters alone are shortcuts. Whoever speaks to their computer must be able to turn that off: WCAG 2.1.4. */
export function areSingleKeyShortcutsEnabled(): boolean {
  try {
    cached ??= localStorage.getItem(KEY) !== 'false';
  } catch {
    cached = true;
  }
  return cached;
}

export function setSingleKeyShortcutsEnabled(next: boolean): void {
  cached = next;
  try {
    localStorage.setItem(KEY, String(next));
  } catch {
    // A browser that forbids storage keeps the choice until the page is left.
  }
}
