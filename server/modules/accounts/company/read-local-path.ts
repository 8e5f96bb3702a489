/**
 * Returns the path to open after a sign-in. Anybody can write it into a link, so only pages of this server are accepted;
 * anything else, such as `//elsewhere` or `/\elsewhere`, becomes `/`.
 */
export function readLocalPath(path: string | undefined, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  const url = path?.startsWith('/') ? URL.parse(path, origin) : null;
  if (url?.origin !== origin || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) return '/';
  return url.pathname + url.search + url.hash;
}
