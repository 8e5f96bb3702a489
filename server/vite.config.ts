import { globSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { LINE_TABLE_SUFFIX, type LineTable } from './engines/programs/source-positions.ts';

const ROOT = join(import.meta.dirname, '..');
/** From the folder of a build, which is `server/dist/NAME`. */
const ROOT_FROM_BUILD = '../../../';
const OWN_SOURCES = /[/](server|shared)[/](?!.*[/]node_modules[/]).*\.ts$/;

/** Programs of the engines that run in processes or threads of their own. Their file names are unique. */
const PROGRAMS = globSync(
  'engines/{documents,models,sqlite-thread,sandbox/spawner,search,storage}/**/*-{child,worker}.ts',
  {
    cwd: import.meta.dirname,
    exclude: ['**/testing/**'],
  },
);

/** Libraries that load native code or WebAssembly from their own folders. */
const NATIVE = ['@hyzyla/pdfium', '@julusian/jpeg-turbo', '@napi-rs/canvas', 'better-sqlite3'];
/** Libraries that look for other files beside their own. */
const WITH_FILES = ['@fastify/swagger', '@fastify/swagger-ui', 'pino', 'thread-stream'];
/**
 * Libraries that an idle server does not load. Some do not work in a bundle, such as that for passkeys, and it would bring
 * nothing.
 */
const LOADED_LATER = [
  ...[
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    '@cantoo/pdf-lib',
    '@modelcontextprotocol/server',
    'nodemailer',
  ],
  ...['@opentelemetry/exporter-metrics-otlp-http', '@opentelemetry/exporter-trace-otlp-http'],
  ...['@opentelemetry/resources', '@opentelemetry/sdk-metrics', '@opentelemetry/sdk-trace'],
  ...['@simplewebauthn/server', 'openid-client'],
];

/** Sources find what lies beside them, such as programs and word lists, from wherever they were built to. */
const keepLocations: Plugin = {
  name: 'keep-locations',
  enforce: 'pre',
  transform(code, id) {
    if (!OWN_SOURCES.test(id) || !id.startsWith(ROOT) || !code.includes('import.meta')) return;
    const path = ROOT_FROM_BUILD + relative(ROOT, id);
    return {
      code: code
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(path)}`)})`),
      // Lines stay where they are.
      map: null,
    };
  },
};

/** V8 keeps a text with a single character beyond Latin-1 in twice the memory. */
const escapeNonLatin: Plugin = {
  name: 'escape-non-latin',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replace(
        /[^\0-\xff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** Writes, in place of source maps, what `source-positions.ts` needs of them. */
const writeLineTables: Plugin = {
  name: 'write-line-tables',
  generateBundle({ dir = '' }, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk' || !file.map) continue;
      const table = JSON.stringify(toLineTable(file.code, file.map, dir));
      this.emitFile({ type: 'asset', fileName: file.fileName + LINE_TABLE_SUFFIX, source: table });
      delete files[`${file.fileName}.map`];
    }
  },
};

function toLineTable(code: string, payload: object, folder: string): LineTable {
  // It is a source map of version 3.
  const map = new SourceMap(payload as ConstructorParameters<typeof SourceMap>[0]);
  const indexes = new Map<string, number>();
  const lines = code.split('\n').flatMap((text, line) => {
    const entry = map.findEntry(line, text.search(/\S|$/));
    if (!('originalSource' in entry) || entry.generatedLine !== line) return [-1, 0];
    const source = relative(ROOT, join(folder, entry.originalSource));
    if (!indexes.has(source)) indexes.set(source, indexes.size);
    return [indexes.get(source) ?? -1, entry.originalLine + 1];
  });
  return { sources: [...indexes.keys()], lines };
}

/**
 * Builds what runs on the server with its libraries into few files, which start faster and take less memory: with `--mode
 * programs` the programs of child processes and threads, with `--mode server` the server itself. See built-program.ts.
 */
export default defineConfig(({ mode }) => {
  const isServer = mode === 'server';
  return {
    plugins: isServer ? [keepLocations, escapeNonLatin, writeLineTables] : [],
    ssr: { noExternal: true, external: isServer ? [...NATIVE, ...WITH_FILES, ...LOADED_LATER] : NATIVE },
    build: {
      ssr: true,
      target: 'node24',
      // Errors name functions as the source does.
      minify: false,
      sourcemap: isServer && 'hidden',
      rollupOptions: isServer
        ? {
            input: { 'start-server': join(ROOT, 'server/app/process/start-server.ts') },
            // They lie beside each other, since they find the sources from there.
            output: { chunkFileNames: '[name]-[hash].js', comments: false, sourcemapExcludeSources: true },
          }
        : {
            input: Object.fromEntries(
              PROGRAMS.map((file) => [basename(file, '.ts'), `${import.meta.dirname}/${file}`]),
            ),
          },
    },
  };
});
