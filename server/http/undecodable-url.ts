/**
 * Fastify answers an address that can't be decoded by itself, past our headers and in words of its own.
 * As an address where nothing is, it goes the way of all others.
 */
export function rewriteUndecodableUrl(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return '/api/unreadable';
  }
}
