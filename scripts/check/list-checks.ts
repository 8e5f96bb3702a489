import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBoundaries } from './boundaries.ts';
import { checkDocumentation } from './documentation.ts';
import { checkFolderSizes } from './folder-sizes.ts';
import { checkFunctionLengths } from './function-lengths.ts';
import { checkLicences } from './licences.ts';
import { readLockFile } from './lock-file.ts';
import { type CheckResult, runTool } from './run-tool.ts';
import { listSourceFiles, SOURCE_FOLDERS } from './source-files.ts';
import { checkVocabulary } from './vocabulary.ts';
import { checkVulnerableVersions } from './vulnerable-versions.ts';

const MAX_LINES = 200;
const MAX_TEST_LINES = 300;

export function checkFileLengths(root: string): CheckResult {
  const tooLong = listSourceFiles(root, SOURCE_FOLDERS, 'ts,tsx,mjs,css').flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    const limit = /\.test\.tsx?$/.test(file) ? MAX_TEST_LINES : MAX_LINES;
    return lines > limit ? [`${file} has ${lines} lines; ${limit} are allowed.`] : [];
  });
  return { ok: tooLong.length === 0, output: tooLong.join('\n') };
}

export interface Check {
  name: string;
  run: () => CheckResult | Promise<CheckResult>;
}

/**
 * The native compiler, from `.bin`. The `tsc` there is the one of TypeScript 6, whose API the checks of the vocabulary and
 * boundaries read.
 */
const TSC = '../typescript-7/bin/tsc';

/**
 * Checks each project in one thread: further ones check the same libraries again, which takes half as much processor time more.
 */
const ONE_CHECKER = ['--checkers', '1'];

/** Stores the compiler's state in node_modules/.cache, so that a later run only checks changed files. */
const incremental = (project: string): string[] => [
  ...['--incremental', '--tsBuildInfoFile'],
  `node_modules/.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`,
];

/** Lists the checks of `npm run check`, slow ones first so that quick ones run beside the last of them. */
export function listChecks(root: string): Check[] {
  const tool = (name: string, command: string, ...args: string[]): Check => ({
    name,
    run: () => runTool(root, command, args),
  });
  const types = ['.', 'web', 'web/tsconfig.node.json', 'e2e', 'scripts'].map((project) =>
    tool(
      `types (${project === '.' ? 'server' : project})`,
      TSC,
      '-p',
      project,
      ...ONE_CHECKER,
      ...incremental(project),
    ),
  );
  return [
    tool('type-aware lint', 'oxlint', '--type-aware', '--deny-warnings'),
    ...types,
    tool('dead code', 'knip'),
    { name: 'boundaries', run: () => checkBoundaries(root) },
    tool('format and lint', 'biome', 'check', '--error-on-warnings'),
    { name: 'file lengths', run: () => checkFileLengths(root) },
    { name: 'function lengths', run: () => checkFunctionLengths(root) },
    { name: 'folder sizes', run: () => checkFolderSizes(root) },
    { name: 'documentation', run: () => checkDocumentation(root) },
    { name: 'vocabulary', run: () => checkVocabulary(root) },
    { name: 'vulnerable versions', run: () => checkVulnerableVersions(readLockFile(root)) },
    { name: 'licences', run: () => checkLicences(readLockFile(root)) },
  ];
}
