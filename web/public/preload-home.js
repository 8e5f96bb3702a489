// Fetches the home page's code together with the app's, before that asks for it; the sign-in page does not need it. A file
// of its own, because the CSP forbids inline scripts. web/build/first-load-chunks.ts writes the name of the file.
const home = document.querySelector('meta[name="home-code"]')?.content;
if (home && location.pathname !== '/auth') {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = home;
  document.head.append(link);
}
