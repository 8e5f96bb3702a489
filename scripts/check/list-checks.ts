import { checkBoundaries } from './boundaries.ts';
import { checkFileLengths } from './file-lengths.ts';
import { checkFolderSizes } from './folder-sizes.ts';
import { checkLicences } from './licences.ts';
import { readLockFile } from './lock-file.ts';
import { type CheckResult, runTool } from './run-tool.ts';
import { checkVulnerableVersions } from './vulnerable-versions.ts';

export interface Check {
  name: string;
  run: () => CheckResult | Promise<CheckResult>;
}

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
    tool(`types (${project === '.' ? 'server' : project})`, 'tsc', '-p', project, ...incremental(project)),
  );
  return [
    ...types,
    tool('type-aware lint', 'oxlint', '--type-aware', '--deny-warnings'),
    tool('dead code', 'knip'),
    { name: 'boundaries', run: () => checkBoundaries(root) },
    tool('format and lint', 'biome', 'check', '--error-on-warnings'),
    { name: 'file lengths', run: () => checkFileLengths(root) },
    { name: 'folder sizes', run: () => checkFolderSizes(root) },
    { name: 'vulnerable versions', run: () => checkVulnerableVersions(readLockFile(root)) },
    { name: 'licences', run: () => checkLicences(readLockFile(root)) },
  ];
}
