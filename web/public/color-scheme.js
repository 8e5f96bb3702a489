// Applies the stored color scheme before the first paint, so that the system's scheme does not flash. A file of its own,
// because modules are deferred and the CSP forbids inline scripts. The key is that of web/lib/browser/color-scheme.ts.
try {
  document.documentElement.dataset.scheme = localStorage.getItem('muniment.color-scheme') ?? 'system';
} catch {
  document.documentElement.dataset.scheme = 'system';
}
