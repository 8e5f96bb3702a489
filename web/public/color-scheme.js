// Runs before the first paint, so that a scheme chosen against the system's does not flash. Kept apart from the
// bundle since modules are deferred and our CSP allows no inline script; the same key as in lib/color-scheme.ts.
try {
  document.documentElement.dataset.scheme = localStorage.getItem('muniment.color-scheme') ?? 'system';
} catch {
  document.documentElement.dataset.scheme = 'system';
}
