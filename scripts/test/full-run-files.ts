import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches files with tests that `npm test` leaves out, or that try more cases in a full run. */
const LONGER = /\btags: .*'full'|\/run-count\.ts'/;
/** Matches files with tests that only a full run has on PostgreSQL. */
const LONGER_ON_POSTGRES = /\btags: .*'sqlite'|\bdescribePermissionTable\(/;

/** Returns whether a full run does more with a file of tests than `npm test` does, from its text. */
export function hasMoreInFullRun(text: string, isOnPostgres: boolean): boolean {
  return LONGER.test(text) || (isOnPostgres && LONGER_ON_POSTGRES.test(text));
}

/**
 * Lists the files of tests that match `patterns` and of which a full run does more than `npm test`, as paths relative to `root`.
 */
export function listFullRunFiles(
  root: string,
  patterns: readonly string[],
  { isOnPostgres = false, always = [] }: { isOnPostgres?: boolean; always?: readonly string[] } = {},
): string[] {
  const files = globSync(patterns, { cwd: root, exclude: ['**/node_modules'] });
  const named = new Set(globSync(always, { cwd: root }));
  return files
    .filter(
      (file) => named.has(file) || hasMoreInFullRun(readFileSync(join(root, file), 'utf8'), isOnPostgres),
    )
    .sort();
}
