import { cp } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Returns whether a path is left out, by the rules of .dockerignore: the last pattern that matches it or a folder above decides.
 */
export function createIgnore(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), matches: toRegExp(line.replace(/^!/, '')) }));
  return (path) => {
    const last = patterns.findLast(({ matches }) => matches.test(path));
    return last !== undefined && !last.keeps;
  };
}

/** Matches the paths of a pattern and what is below them; `*` stands for a name, dotted ones too, and `**` for folders. */
function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}(?:/|$)`);
}

/** Copies a file or folder of the context, without what is ignored. */
export async function copyFromContext(
  { context, isIgnored }: { context: string; isIgnored: (path: string) => boolean },
  source: string,
  destination: string,
): Promise<void> {
  await cp(join(context, source), destination, {
    recursive: true,
    filter: (path) => !isIgnored(relative(context, path)),
  });
}
