import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Mutation } from './access-rule-mutations.ts';

const run = promisify(execFile);

/** A copy of the project, in which sources can be broken while nobody's files change. */
export interface MutationCopy {
  readonly root: string;
  remove(): Promise<void>;
}

/** Copies the files of the project, committed or not; dependencies are linked. */
export async function copyProject(root: string): Promise<MutationCopy> {
  const copy = await mkdtemp(join(tmpdir(), 'muniment-mutations-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const path of stdout.split('\0').filter((each) => each !== '')) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(root, path), join(copy, path), { verbatimSymlinks: true });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return { root: copy, remove: () => rm(copy, { recursive: true, force: true }) };
}

/** Breaks a line in the copy, runs the tests there and mends it. Returns whether a test failed. */
export async function isNoticed(
  { root }: MutationCopy,
  { file, from, to }: Mutation,
  tests: readonly string[],
): Promise<boolean> {
  const path = join(root, file);
  const source = await readFile(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} does not contain this once: ${from}`);
  await writeFile(
    path,
    source.replace(from, () => to),
  );
  try {
    return !(await passes(root, tests));
  } finally {
    await writeFile(path, source);
  }
}

/** Tells whether the tests pass; ends at the first failure. */
export function passes(root: string, tests: readonly string[]): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'api-sqlite', '--bail', '1', ...tests];
  return run(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }).then(
    () => true,
    (error: { code?: unknown }) => {
      if (error.code !== 1) throw error;
      return false;
    },
  );
}
