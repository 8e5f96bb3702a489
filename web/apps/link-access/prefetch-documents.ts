let isPrefetched = false;

/**
 * Fetches the code that shows documents while the visitor looks for the code or reads the terms; the page itself does without it.
 */
export function prefetchDocuments(): void {
  if (isPrefetched) return;
  isPrefetched = true;
  const files = document.querySelector<HTMLMetaElement>('meta[name="next-code"]')?.content.split(' ') ?? [];
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    if (link.as === 'script') link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}
