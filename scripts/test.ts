import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listChecks } from './check/list-checks.ts';
import { runChecks } from './check/run-checks.ts';
import { runRunner } from './test/run-test-runner.ts';
import { sum, type Tally, tallyPlaywright, tallyVitest } from './test/test-results.ts';

const root = join(import.meta.dirname, '..');
const vitestArgs = (project: string) => (reportFile: string) => [
  ...['run', '--project', project],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
];
const playwrightArgs = () => ['test', '-c', 'e2e', '--reporter=list,json'];

const PARTS: Record<string, () => Promise<Tally>> = {
  check: async () => ({ ...(await runChecks(listChecks(root), console.log)), notes: [] }),
  unit: async () => tallyVitest('unit', await runRunner(root, 'vitest', vitestArgs('unit'))),
  api: async () => tallyVitest('api', await runRunner(root, 'vitest', vitestArgs('api-*'))),
  browser: async () => tallyPlaywright('browser', await runRunner(root, 'playwright', playwrightArgs)),
};

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
if (only !== undefined && !Object.hasOwn(PARTS, only))
  throw new Error(`--only is one of ${Object.keys(PARTS).join(', ')}.`);

const tallies: Tally[] = [];
for (const [name, run] of Object.entries(PARTS)) {
  if (only !== undefined && only !== name) continue;
  const crash = (error: unknown): Tally => ({ passed: 0, failed: 1, notes: [`${name}: ${error}`] });
  tallies.push(await run().catch(crash));
}

const { passed, failed, notes } = sum(tallies);
for (const note of notes) console.log(note);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
