import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createFirstLoadChunks, preloadHome } from './build/first-load-chunks.ts';
import { PAGES, pageUrls } from './build/page-urls.ts';
import { pdfjsAssets } from './build/pdfjs-assets.ts';
import { precompress } from './build/precompress.ts';
import { prefetchDocuments } from './build/prefetch-documents.ts';

const web = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: web('.'),
  plugins: [
    react(),
    tailwindcss(),
    pdfjsAssets(),
    pageUrls(),
    preloadHome(),
    prefetchDocuments(),
    precompress(web('dist')),
  ],
  build: {
    outDir: web('dist'),
    emptyOutDir: true,
    sourcemap: false,
    // The CSP forbids inline and data: scripts, and every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: Object.keys(PAGES).map((page) => web(page)),
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: createFirstLoadChunks() }],
        },
      },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` } },
});
