/** The scheme that the page opened with is set by /color-scheme.js; this follows a change made in the page around it. */
export function followColorScheme(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'muniment.color-scheme') document.documentElement.dataset['scheme'] = newValue ?? 'system';
  });
}
