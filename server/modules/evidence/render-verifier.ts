import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../../../shared/evidence');

/** The modules of the verifier, each of which uses those before it. */
const MODULES = [
  'log-entries',
  'verifier',
  'archive/sha256',
  'archive/stored-zip',
  'archive/archive-verifier',
];

const readSource = (name: string): string => readFileSync(join(SOURCES, name), 'utf8');

/** Removes the imports of parts that a joined script contains. */
const withoutImports = (source: string): string =>
  source.replaceAll(/^import [^;]* from '[.#][^;]*;\n/gm, '');

/** Joins modules into one script, in which they need not import one another. */
const joinModules = (names: readonly string[]): string =>
  names.map((name) => withoutImports(readSource(`${name}.mjs`))).join('\n');

const readCommand = (): string =>
  withoutImports(readFileSync(join(import.meta.dirname, 'verifier-command.mjs'), 'utf8'));

/** Returns the verifier as a script for Node.js 20 or later. */
export const renderVerifierScript = (): string => `${joinModules(MODULES)}\n${readCommand()}`;

/** Returns the verifier as one page that loads nothing, to be kept and opened from a disk. */
export const renderVerifierPage = (): string =>
  readSource('verifier-page.html').replace('/* verifier.mjs */', () => joinModules(MODULES));

/** The modules that show an archive, each of which uses those before it. */
const READER_MODULES = ['words', 'shards', 'elements', 'search', 'document-view', 'app'].map(
  (name) => `archive/${name}`,
);

/** Returns the files with which an archive is read and verified, by path. A page from a disk runs plain scripts only. */
export const readArchiveAssets = (): [path: string, text: string][] => [
  ['index.html', readSource('archive/index.html')],
  ['index/app.css', readSource('archive/app.css')],
  ['index/app.js', `(() => {\n${joinModules(READER_MODULES).replaceAll(/^export /gm, '')}})();\n`],
  ['verify.html', renderVerifierPage()],
  ['verifier.mjs', renderVerifierScript()],
];
