// npm test: runs all checks and the tests of every change. npm run test:full: runs what it leaves out, and what tries more cases
// then. Both print what each part took and end with `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '#server/testing/browser/find-browser.ts';
import { listChecks } from './check/list-checks.ts';
import { runChecks } from './check/run-checks.ts';
import {
  addCounts,
  countPlaywrightResults,
  countVitestResults,
  type RunnerOutcome,
  type TestCounts,
} from './test/test-results.ts';

type Run = () => Promise<TestCounts>;

const root = join(import.meta.dirname, '..');
const { full: isFull, only } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string' } },
}).values;
// Read by vitest.config.ts and by property-based tests.
if (isFull) process.env['MUNIMENT_TEST_FULL'] = 'rest';

const SUITES: Record<string, Run> = {
  check: runCheckSuite,
  api: () => runVitest('api', 'api-*'),
  unit: async () => {
    await prepareBrowser();
    return runVitest('unit', 'unit');
  },
  browser: async () => {
    await prepareBrowser();
    return countPlaywrightResults('browser', await runTestRunner('playwright', playwrightArgs));
  },
};
/**
 * The lanes of a stage run concurrently, the suites of a lane one after the other: API and unit tests wait for disks and child
 * processes while the checks compute. Browser tests, which wait for what is drawn, have the machine to themselves.
 */
const STAGES = [[isFull && only === undefined ? [] : ['check'], ['api', 'unit']], [['browser']]];

if (only !== undefined && !Object.hasOwn(SUITES, only))
  throw new Error(`--only is one of ${Object.keys(SUITES).join(', ')}.`);

/** Resolves once Chromium is installed. On a new machine this takes half a minute, most of it waiting for the network. */
const browserInstalled =
  only === undefined || only === 'unit' || only === 'browser' ? installBrowser() : Promise.resolve();

const results: TestCounts[] = [];
const durations: string[] = [];
for (const stage of STAGES) {
  const lanes = await Promise.all(stage.map(runLane));
  results.push(...lanes.flat());
}

const { passed, failed, notes } = addCounts(results);
for (const note of notes) console.log(note);
console.log(durations.join(', '));
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

async function runLane(names: readonly string[]): Promise<TestCounts[]> {
  const counts: TestCounts[] = [];
  for (const name of names) if (only === undefined || only === name) counts.push(await runSuite(name));
  return counts;
}

async function installBrowser(): Promise<void> {
  const installer = join(import.meta.dirname, 'test', 'install-browser.ts');
  await once(spawn(process.execPath, [installer], { stdio: ['ignore', 'inherit', 'ignore'] }), 'close');
}

/** Names Chromium in CHROMIUM_PATH, once for all processes of the tests, or throws an error that says why it is missing. */
async function prepareBrowser(): Promise<void> {
  await browserInstalled;
  findBrowser();
}

async function runSuite(name: string): Promise<TestCounts> {
  const begun = Date.now();
  try {
    return (await SUITES[name]?.()) ?? { passed: 0, failed: 1, notes: [`${name}: no such suite`] };
  } catch (error) {
    return { passed: 0, failed: 1, notes: [`${name}: ${error}`] };
  } finally {
    durations.push(`${name} ${Math.round((Date.now() - begun) / 1000)} s`);
  }
}

/**
 * Runs one check at a time, so that child processes of low priority still start in time, and prints the lines at the end, so that
 * those of the unit tests are not interrupted.
 */
async function runCheckSuite(): Promise<TestCounts> {
  const lines: string[] = [];
  const counts = await runChecks(listChecks(root), (line) => lines.push(line), 1);
  console.log(lines.join('\n'));
  return { ...counts, notes: [] };
}

async function runVitest(name: string, project: string): Promise<TestCounts> {
  const outcome = await runTestRunner('vitest', (reportFile) => [
    ...['run', '--project', project, ...(isFull ? [] : ['--tags-filter=!full'])],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    '--reporter=./scripts/test/stuck-files.ts',
  ]);
  return countVitestResults(name, outcome, isFull);
}

function playwrightArgs(): string[] {
  return ['test', '-c', 'e2e', '--reporter=list,json', ...(isFull ? [] : ['--grep-invert', '@full'])];
}

/** Runs a program of node_modules/.bin on this terminal and reads the JSON report that it writes. */
async function runTestRunner(
  program: string,
  args: (reportFile: string) => string[],
): Promise<RunnerOutcome> {
  const bin = join(root, 'node_modules', '.bin');
  const folder = await mkdtemp(join(tmpdir(), 'muniment-report-'));
  const reportFile = join(folder, 'report.json');
  try {
    const runner = spawn(join(bin, program), args(reportFile), {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: [bin, process.env['PATH']].join(delimiter),
        // Playwright has no argument for it.
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      },
    });
    const [code] = await once(runner, 'exit');
    const report = await readFile(reportFile, 'utf8').catch(() => undefined);
    return { exitCode: typeof code === 'number' ? code : 1, report };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
