const KEY = 'muniment.color-scheme';

/** Sets data-scheme as the app does, and follows a change made in the page around the viewer (a storage event). */
export function followColorScheme(): void {
  applyColorScheme();
  window.addEventListener('storage', applyColorScheme);
}

function applyColorScheme(): void {
  document.documentElement.dataset['scheme'] = readPreference() ?? 'system';
}

function readPreference(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Browsers that block storage throw on the mere access.
    return null;
  }
}
