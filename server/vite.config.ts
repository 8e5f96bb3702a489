import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'vite';

/** Programs of the engines that run in processes or threads of their own. Their file names are unique. */
const PROGRAMS = globSync(
  'engines/{documents,models,sandbox/spawner,search,storage}/**/*-{child,worker}.ts',
  {
    cwd: import.meta.dirname,
    exclude: ['**/testing/**'],
  },
);

/** Builds each of these programs with its libraries into few files, which start faster: see built-program.ts. */
export default defineConfig({
  ssr: {
    noExternal: true,
    // They load native code or WebAssembly from their own folders.
    external: ['@hyzyla/pdfium', '@julusian/jpeg-turbo', '@napi-rs/canvas', 'better-sqlite3'],
  },
  build: {
    ssr: true,
    target: 'node24',
    // Errors name functions as the source does.
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(
        PROGRAMS.map((file) => [basename(file, '.ts'), `${import.meta.dirname}/${file}`]),
      ),
    },
  },
});
