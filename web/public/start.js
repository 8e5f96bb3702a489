// Asks the server for what the first screen needs, and for the home page's code, before the app's own code asks for either. A
// file of its own, because the CSP forbids inline scripts. web/build/first-load-chunks.ts writes the name of the code's file.
const isHome = location.pathname === '/';
globalThis.earlyStart = fetch(isHome ? '/api/start?home=true' : '/api/start', {
  headers: { accept: 'application/json' },
});
const home = document.querySelector('meta[name="home-code"]')?.content;
if (home && location.pathname !== '/auth') {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = home;
  document.head.append(link);
}
