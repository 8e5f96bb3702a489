/** The address of the sign-in page that leads back to where someone wanted to go. */
export function buildSignInPath(wanted: string): string {
  return wanted === '/' ? '/auth' : `/auth?${new URLSearchParams({ next: wanted })}`;
}

/**
 * Where to go after sign-in. A link may carry any `next`, so only a path of our own counts; whatever a browser
 * would read as another site, as in `//elsewhere` or `/\elsewhere`, leads home.
 */
export function getReturnPath(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next');
  const url = next?.startsWith('/') ? URL.parse(next, origin) : null;
  if (url?.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/auth') return '/';
  return url.pathname + url.search + url.hash;
}
