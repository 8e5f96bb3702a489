import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  fingerprintOf,
  PROGRAM_BUILD_FILE,
  type ProgramBuild,
} from '../../server/engines/programs/built-program.ts';
import { runVite } from './run-vite.ts';

/** Everything that a child process of the server may load. */
const SOURCES = ['server/engines/**/*.ts', 'shared/**/*.ts'];
const BUILD_INPUTS = ['package-lock.json', 'server/vite.config.ts'];

/**
 * Builds the programs that the server runs in child processes and threads when their sources have changed. Each build has a
 * folder of its own: a running server still loads parts of an earlier one.
 */
export function buildPrograms(root: string): void {
  const stamp = join(root, PROGRAM_BUILD_FILE);
  const sources = [...listSources(root), ...BUILD_INPUTS];
  const fingerprint = fingerprintOf(root, sources) ?? '';
  const last = readBuild(stamp);
  if (last?.fingerprint === fingerprint) return;
  const folder = join(dirname(PROGRAM_BUILD_FILE), `programs-${fingerprint.slice(0, 16)}`);
  runVite(root, "the server's child processes", [
    ...['server', '--config', 'server/vite.config.ts', '--outDir', join(root, folder), '--emptyOutDir'],
  ]);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, JSON.stringify({ folder, sources, fingerprint } satisfies ProgramBuild));
  removeOtherBuilds(root, [folder, last?.folder]);
}

function listSources(root: string): string[] {
  return globSync(SOURCES, { cwd: root, exclude: ['**/*.test.ts', '**/testing/**'] }).sort();
}

function readBuild(stamp: string): ProgramBuild | undefined {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8')) as ProgramBuild; // This function's caller writes it.
  } catch {
    return undefined;
  }
}

function removeOtherBuilds(root: string, kept: readonly (string | undefined)[]): void {
  const parent = dirname(PROGRAM_BUILD_FILE);
  for (const name of readdirSync(join(root, parent))) {
    const isOld = name.startsWith('programs-') && !kept.includes(join(parent, name));
    if (isOld) rmSync(join(root, parent, name), { recursive: true });
  }
}
