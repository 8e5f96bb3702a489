import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|mjs|css|html|svg|json|wasm)$/;
/**
 * Matches what every first page loads (see first-load-chunks.ts): the best compression takes ten times as long for a fifteenth
 * fewer bytes.
 */
const FIRST_LOAD = /^(?:app|base|home|sign-in)-/;
/** Smaller files fit into one network packet uncompressed. */
const MIN_BYTES = 1024;

/** Writes a Brotli and a gzip file beside each text file of the build, which the server sends as they are. */
export function precompress(directory: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const content = await readFile(path);
        if (content.length < MIN_BYTES) continue;
        const quality = FIRST_LOAD.test(entry.name) ? constants.BROTLI_MAX_QUALITY : 9;
        const [brotli, gzipped] = await Promise.all([
          promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
          promisify(gzip)(content, { level: 9 }),
        ]);
        await writeFile(`${path}.br`, brotli);
        await writeFile(`${path}.gz`, gzipped);
      }
    },
  };
}
