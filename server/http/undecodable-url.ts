/**
 * Replaces a URL that cannot be decoded by one that is not found: otherwise Fastify answers it without our
 * headers, in words of its own.
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
