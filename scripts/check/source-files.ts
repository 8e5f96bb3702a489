import { globSync } from 'node:fs';

export const SOURCE_FOLDERS = ['shared', 'server', 'web', 'e2e', 'bench', 'scripts'];

/** Lists source files as sorted paths relative to `root`. Reads the disk, so that a misconfigured tool cannot hide files. */
export function listSourceFiles(root: string, folders: string[], extensions: string): string[] {
  const patterns = folders.map((folder) => `${folder}/**/*.{${extensions}}`);
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules', '{web,server}/dist'] }).sort();
}
