export type ColorScheme = 'light' | 'dark' | 'system';

/** Also read before the first paint by public/color-scheme.js and by the PDF viewer's page. */
const STORAGE_KEY = 'muniment.color-scheme';

/** Shows the app in this scheme from now on, in this browser also before the preferences have arrived. */
export function setColorScheme(scheme: ColorScheme): void {
  document.documentElement.dataset['scheme'] = scheme;
  try {
    localStorage.setItem(STORAGE_KEY, scheme);
  } catch {
    // A browser that forbids storage keeps the scheme until the page is left.
  }
}
