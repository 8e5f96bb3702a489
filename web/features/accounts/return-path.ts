/** Builds the sign-in URL that returns to the path. */
export function buildSignInPath(path: string): string {
  return path === '/' ? '/auth' : `/auth?${new URLSearchParams({ next: path })}`;
}

/**
 * Returns the path to open after sign-in. Anyone can write `next` into a link, so only paths on this origin are
 * accepted; anything that a browser would resolve to another site, such as `//elsewhere` or `/\elsewhere`, falls
 * back to `/`.
 */
export function getReturnPath(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next');
  const url = next?.startsWith('/') ? URL.parse(next, origin) : null;
  if (url?.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/auth') return '/';
  return url.pathname + url.search + url.hash;
}
