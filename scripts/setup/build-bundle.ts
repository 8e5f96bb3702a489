import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BUILD_FOLDER,
  type Build,
  type BuildName,
  buildFileOf,
  fingerprintOf,
  readBuild,
} from '../../server/engines/programs/built-program.ts';
import { runVite } from './run-vite.ts';

interface Bundle {
  readonly name: BuildName;
  readonly subject: string;
  /** Everything that it may load. */
  readonly sources: readonly string[];
}

const PROGRAMS: Bundle = {
  name: 'programs',
  subject: "the server's child processes",
  sources: ['server/engines/**/*.ts', 'shared/**/*.ts'],
};
const SERVER: Bundle = {
  name: 'server',
  subject: 'the server',
  sources: ['server/**/*.ts', 'shared/**/*.ts'],
};
const BUILD_INPUTS = ['package-lock.json', 'server/vite.config.ts'];

/** Builds the programs that the server runs in child processes and threads when their sources have changed. */
export const buildPrograms = (root: string): boolean => buildBundle(root, PROGRAMS);

/** Builds the server itself when its sources have changed, and tells whether it did. */
export const buildServer = (root: string): boolean => buildBundle(root, SERVER);

/** Gives each build a folder of its own: a running server still loads parts of an earlier one. */
function buildBundle(root: string, { name, subject, sources: patterns }: Bundle): boolean {
  const stamp = join(root, buildFileOf(name));
  const sources = [...new Set([...listSources(root, patterns), ...BUILD_INPUTS])];
  const fingerprint = fingerprintOf(root, sources) ?? '';
  const last = readBuild(stamp);
  if (last?.fingerprint === fingerprint && existsSync(join(root, last.folder))) return false;
  const folder = `${BUILD_FOLDER}/${name}-${fingerprint.slice(0, 16)}`;
  runVite(root, subject, [
    ...['server', '--config', 'server/vite.config.ts', '--mode', name],
    ...['--outDir', join(root, folder), '--emptyOutDir'],
  ]);
  mkdirSync(join(root, BUILD_FOLDER), { recursive: true });
  writeFileSync(`${stamp}.new`, JSON.stringify({ folder, sources, fingerprint } satisfies Build));
  renameSync(`${stamp}.new`, stamp);
  removeOtherBuilds(root, name, [folder, last?.folder]);
  return true;
}

function listSources(root: string, patterns: readonly string[]): string[] {
  return globSync([...patterns], {
    cwd: root,
    exclude: ['**/*.test.ts', '**/testing/**', `${BUILD_FOLDER}/**`],
  }).sort();
}

function removeOtherBuilds(root: string, name: BuildName, kept: readonly (string | undefined)[]): void {
  for (const entry of readdirSync(join(root, BUILD_FOLDER))) {
    const isOld = entry.startsWith(`${name}-`) && !kept.includes(`${BUILD_FOLDER}/${entry}`);
    if (isOld) rmSync(join(root, BUILD_FOLDER, entry), { recursive: true });
  }
}
