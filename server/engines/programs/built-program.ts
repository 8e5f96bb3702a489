import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Describes the last build; scripts/setup/build-bundle.ts writes it after a complete build only. */
export interface Build {
  /** The folder of the built files, relative to the root of the project. */
  readonly folder: string;
  /** All source files that they may contain, and the lock file of the libraries, relative to the root. */
  readonly sources: readonly string[];
  /** The result of `fingerprintOf` for these files. */
  readonly fingerprint: string;
}

/** Names of the two builds: the programs of child processes and threads, and the server itself. */
export type BuildName = 'programs' | 'server';

export const BUILD_FOLDER = 'server/dist';
export const buildFileOf = (name: BuildName): string => `${BUILD_FOLDER}/${name}.json`;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns a hash of the names and contents of files; undefined if one is missing. Modification times do not matter. */
export function fingerprintOf(root: string, files: readonly string[]): string | undefined {
  const hash = createHash('sha256');
  for (const file of files) {
    const path = join(root, file);
    if (!existsSync(path)) return undefined;
    const content = readFileSync(path);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

let currentBuild: { readonly folder: string | undefined } | undefined;

/**
 * Returns the built form of a child process or worker thread: one file of JavaScript instead of many of TypeScript, which starts
 * in a third of the processor time. Returns the source itself if it was not built, or if any source has changed since.
 */
export function builtProgram(source: URL): URL {
  // Read once per process (about 10 ms): a build of sources that change later would not match the running server.
  currentBuild ??= { folder: findCurrentBuild(ROOT, 'programs') };
  if (currentBuild.folder === undefined) return source;
  const built = join(currentBuild.folder, basename(fileURLToPath(source)).replace(/\.ts$/, '.js'));
  return existsSync(built) ? pathToFileURL(built) : source;
}

/** Returns the folder of the built programs with a separator at its end, as a folder that children may read. */
export const builtProgramsFolder = (): URL | undefined =>
  currentBuild?.folder === undefined ? undefined : pathToFileURL(currentBuild.folder + sep);

/** Returns the built form of the server, if it was built from the sources as they are now. */
export function builtServer(): URL | undefined {
  const folder = findCurrentBuild(ROOT, 'server');
  if (folder === undefined) return undefined;
  const file = join(folder, 'start-server.js');
  return existsSync(file) ? pathToFileURL(file) : undefined;
}

/** Returns the folder of the last build, if it is there and was made from the sources as they are now. */
export function findCurrentBuild(root: string, name: BuildName): string | undefined {
  const build = readBuild(join(root, buildFileOf(name)));
  if (build === undefined || !existsSync(join(root, build.folder))) return undefined;
  return fingerprintOf(root, build.sources) === build.fingerprint ? join(root, build.folder) : undefined;
}

/** Returns undefined where there is none, or where it was not written to its end. */
export function readBuild(file: string): Build | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Build; // written by this project's own script
  } catch {
    return undefined;
  }
}
