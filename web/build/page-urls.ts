import type { Plugin } from 'vite';

/** The public address of each app's page, by the file that it is built from. */
export const PAGES = {
  'apps/main/index.html': 'index.html',
  'apps/pdf-viewer/viewer.html': 'pdfjs/viewer.html',
  'apps/document-frame/frame.html': 'documents/frame.html',
} as const;

/** Serves the pages of web/apps at their public addresses, in development as in the build. */
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
        const found = Object.entries(PAGES).find(([, address]) => pathname === `/${address}`)?.[0];
        const isScreen = request.headers.accept?.includes('text/html') && !pathname.startsWith('/api/');
        if (found) request.url = `/${found}${search}`;
        else if (isScreen) request.url = `/apps/main/index.html${search}`;
        next();
      });
    },
  };
}
