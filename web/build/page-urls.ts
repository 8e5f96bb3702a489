import type { Plugin } from 'vite';

/** Maps each app's page, relative to web/, to its URL path. */
export const PAGES = {
  'apps/main/index.html': 'index.html',
  'apps/pdf-viewer/viewer.html': 'pdfjs/viewer.html',
  'apps/pdf-frame/frame.html': 'pdfjs/frame.html',
  'apps/document-frame/frame.html': 'documents/frame.html',
  'apps/link-access/access.html': 'links/access.html',
} as const;

/** Serves the pages of web/apps at their URLs, in development as in the build. Other page requests get the main app. */
export function pageUrls(): Plugin {
  return {
    name: 'muniment-page-urls',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const [source, fileName] of Object.entries(PAGES)) {
        const page = bundle[source];
        if (page?.type !== 'asset') continue;
        delete bundle[source];
        this.emitFile({ type: 'asset', fileName, source: page.source });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const { pathname, search } = new URL(request.url ?? '/', 'http://vite');
        const source = Object.entries(PAGES).find(([, fileName]) => pathname === `/${fileName}`)?.[0];
        const isPageRequest = request.headers.accept?.includes('text/html') && !pathname.startsWith('/api/');
        if (isPageRequest && pathname.startsWith('/l/')) request.url = '/apps/link-access/access.html';
        else if (source) request.url = `/${source}${search}`;
        else if (isPageRequest) request.url = `/apps/main/index.html${search}`;
        next();
      });
    },
  };
}
