export type ColorScheme = 'light' | 'dark' | 'system';

/** Also read by public/color-scheme.js before the first paint and by the PDF viewer. */
const STORAGE_KEY = 'muniment.color-scheme';

/** Applies a color scheme and stores it, so that the next page uses it before the preferences have loaded. */
export function setColorScheme(scheme: ColorScheme): void {
  document.documentElement.dataset['scheme'] = scheme;
  try {
    localStorage.setItem(STORAGE_KEY, scheme);
  } catch {
    // A browser that forbids storage keeps the scheme until the page is closed.
  }
}
