import { globSync } from 'node:fs';

export const SOURCE_FOLDERS = ['shared', 'server', 'web', 'e2e', 'bench', 'scripts'];

/** Our own source files as paths below `root`, found on disk so that no tool's idea of them is trusted. */
export function listSourceFiles(root: string, rooms: string[], extensions: string): string[] {
  const patterns = rooms.map((room) => `${room}/**/*.{${extensions}}`);
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules', 'web/dist'] }).sort();
}
