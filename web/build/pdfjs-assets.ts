import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Files that pdf.js fetches at run time; `name` is their folder under /pdfjs/, `source` that in the package. */
const ASSET_FOLDERS: { name: string; source: string; pattern: RegExp }[] = [
  { name: 'cmaps', source: 'cmaps', pattern: /./ },
  { name: 'standard_fonts', source: 'standard_fonts', pattern: /./ },
  { name: 'iccs', source: 'iccs', pattern: /./ },
  // The scripts of a document cannot run without QuickJS.
  { name: 'wasm', source: 'wasm', pattern: /^(?!.*quickjs)/i },
  { name: 'images', source: 'web/images', pattern: /^annotation-/ },
];

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves pdf.js's character maps, fonts, color profiles, decoders and icons from the app's origin. */
export function pdfjsAssets(): Plugin {
  return {
    name: 'muniment-pdfjs-assets',
    async generateBundle() {
      // Builds of the other environments would emit the same files again.
      if (this.environment.name !== 'client') return;
      for (const [path, file] of await listAssets()) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: await readFile(file) });
      }
    },
    async configureServer(server) {
      const assets = await listAssets();
      server.middlewares.use((request, response, next) => {
        // Only listed paths are served, so no request can reach another file.
        const path = request.url?.split('?', 1)[0] ?? '';
        const file = assets.get(path);
        if (file === undefined) return next();
        response.setHeader('Content-Type', CONTENT_TYPES[extname(file)] ?? 'application/octet-stream');
        createReadStream(file).on('error', next).pipe(response);
      });
    },
  };
}

/** Returns file paths by URL path. */
async function listAssets(): Promise<Map<string, string>> {
  const assets = new Map<string, string>();
  for (const { name, source, pattern } of ASSET_FOLDERS) {
    const folder = join(packageFolder, source);
    for (const file of await readdir(folder)) {
      if (pattern.test(file)) assets.set(`/pdfjs/${name}/${file}`, join(folder, file));
    }
  }
  return assets;
}
