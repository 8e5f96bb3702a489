const KEY = 'muniment.single-keys';

let isOn: boolean | null = null;

/** Whether letters alone are shortcuts. Whoever speaks to their computer must be able to turn that off: WCAG 2.1.4. */
export function hasSingleKeys(): boolean {
  try {
    isOn ??= localStorage.getItem(KEY) !== 'false';
  } catch {
    isOn = true;
  }
  return isOn;
}

export function setSingleKeys(next: boolean): void {
  isOn = next;
  try {
    localStorage.setItem(KEY, String(next));
  } catch {
    // A browser that forbids storage keeps the choice until the page is left.
  }
}
