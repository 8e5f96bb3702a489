import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listChecks } from './check/list-checks.ts';
import { runChecks } from './check/run-checks.ts';
import { runTestRunner } from './test/run-test-runner.ts';
import {
  addCounts,
  countPlaywrightResults,
  countVitestResults,
  type TestCounts,
} from './test/test-results.ts';

const root = join(import.meta.dirname, '..');
const vitestArgs = (project: string) => (reportFile: string) => [
  ...['run', '--project', project],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
];
const playwrightArgs = () => ['test', '-c', 'e2e', '--reporter=list,json'];

const SUITES: Record<string, () => Promise<TestCounts>> = {
  check: async () => ({ ...(await runChecks(listChecks(root), console.log)), notes: [] }),
  unit: async () => countVitestResults('unit', await runTestRunner(root, 'vitest', vitestArgs('unit'))),
  api: async () => countVitestResults('api', await runTestRunner(root, 'vitest', vitestArgs('api-*'))),
  browser: async () =>
    countPlaywrightResults('browser', await runTestRunner(root, 'playwright', playwrightArgs)),
};

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
if (only !== undefined && !Object.hasOwn(SUITES, only))
  throw new Error(`--only is one of ${Object.keys(SUITES).join(', ')}.`);

const results: TestCounts[] = [];
for (const [name, run] of Object.entries(SUITES)) {
  if (only !== undefined && only !== name) continue;
  const crash = (error: unknown): TestCounts => ({ passed: 0, failed: 1, notes: [`${name}: ${error}`] });
  results.push(await run().catch(crash));
}

const { passed, failed, notes } = addCounts(results);
for (const note of notes) console.log(note);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
