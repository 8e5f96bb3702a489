// Asks the server for what the first screen needs, and for the home page's code, before the app's own code asks for either. A
// file of its own, because the CSP forbids inline scripts. web/build/first-load-chunks.ts writes the name of the code's file.
// The CSP forbids eval, which zod would try once for faster checks: the console of Firefox reports that as an error.
globalThis.__zod_globalConfig = { jitless: true };

const isHome = location.pathname === '/';
globalThis.earlyStart = fetch(isHome ? '/api/start?home=true' : '/api/start', {
  headers: { accept: 'application/json' },
});
if (isHome) globalThis.earlyThumbnails = globalThis.earlyStart.then(askForThumbnails).catch(() => undefined);
const home = document.querySelector('meta[name="home-code"]')?.content;
if (home && location.pathname !== '/auth') {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = home;
  document.head.append(link);
}

// Asks for the thumbnails of the files that the home page shows: after its code has loaded, they would compete with the font.
async function askForThumbnails(response) {
  const { home, preferences } = await response.clone().json();
  const shown = home?.files.slice(0, Math.min(preferences?.recentFilesCount ?? 10, 24)) ?? [];
  if (shown.length === 0) return undefined;
  const ids = shown.map(({ id }) => id);
  const answer = await fetch(`/api/files/thumbnails?ids=${ids.join('%2C')}`, {
    headers: { accept: 'application/json' },
  });
  return { ids, answer };
}
