import { checkFileLengths } from './file-lengths.ts';
import { checkLicences } from './licences.ts';
import { readLockFile } from './lock-file.ts';
import { checkRefusedVersions } from './vulnerable-versions.ts';
import { runCommand, type Verdict } from './run-tool.ts';
import { checkWalls } from './boundaries.ts';

export interface Check {
  name: string;
  run: () => Verdict | Promise<Verdict>;
}

/** Everything that `npm run check` asks, the slow ones first so that the quick ones fill the gaps. */
export function listChecks(root: string): Check[] {
  const tool = (name: string, command: string, ...args: string[]): Check => ({
    name,
    run: () => runCommand(root, command, args),
  });
  const types = ['.', 'web', 'web/tsconfig.node.json', 'e2e', 'scripts'].map((project) =>
    tool(`types (${project === '.' ? 'server' : project})`, 'tsc', '-p', project),
  );
  return [
    ...types,
    tool('lint by types', 'oxlint', '--type-aware', '--deny-warnings'),
    tool('dead code', 'knip'),
    { name: 'walls', run: () => checkWalls(root) },
    tool('format and lint', 'biome', 'check', '--error-on-warnings'),
    { name: 'file lengths', run: () => checkFileLengths(root) },
    { name: 'refused versions', run: () => checkRefusedVersions(readLockFile(root)) },
    { name: 'licences', run: () => checkLicences(readLockFile(root)) },
  ];
}
