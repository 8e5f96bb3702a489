import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** What pdf.js fetches at run time, by the folder under /pdfjs/ that it is served from. */
const ASSET_FOLDERS: { name: string; source: string; wanted: RegExp }[] = [
  { name: 'cmaps', source: 'cmaps', wanted: /./ },
  { name: 'standard_fonts', source: 'standard_fonts', wanted: /./ },
  { name: 'iccs', source: 'iccs', wanted: /./ },
  // QuickJS would run the scripts of a document: what is not there cannot be switched on.
  { name: 'wasm', source: 'wasm', wanted: /^(?!.*quickjs)/i },
  { name: 'images', source: 'web/images', wanted: /^annotation-/ },
];

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Gives the viewer its character maps, fonts, colour profiles, decoders and icons from our own origin. */
export function pdfjsAssets(): Plugin {
  return {
    name: 'muniment-pdfjs-assets',
    async generateBundle() {
      // A build for the worker environments would emit the same files again.
      if (this.environment.name !== 'client') return;
      for (const [path, file] of await listAssets()) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: await readFile(file) });
      }
    },
    async configureServer(server) {
      const assets = await listAssets();
      server.middlewares.use((request, response, next) => {
        // Only listed paths are answered, so no request can reach another file.
        const path = request.url?.split('?', 1)[0] ?? '';
        const file = assets.get(path);
        if (file === undefined) return next();
        response.setHeader('Content-Type', CONTENT_TYPES[extname(file)] ?? 'application/octet-stream');
        createReadStream(file).on('error', next).pipe(response);
      });
    },
  };
}

/** File by path on the site. */
async function listAssets(): Promise<Map<string, string>> {
  const assets = new Map<string, string>();
  for (const { name, source, wanted } of ASSET_FOLDERS) {
    const folder = join(packageFolder, source);
    for (const file of await readdir(folder)) {
      if (wanted.test(file)) assets.set(`/pdfjs/${name}/${file}`, join(folder, file));
    }
  }
  return assets;
}
