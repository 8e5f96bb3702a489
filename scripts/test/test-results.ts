import { z } from 'zod';

/** Result of a part of the run. `notes` are printed at the end of the run. */
export interface TestCounts {
  passed: number;
  failed: number;
  notes: string[];
}

export interface RunnerOutcome {
  exitCode: number;
  /** Text of the runner's JSON report, `undefined` when it wrote none. */
  report: string | undefined;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), tags: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});

interface Suite {
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: Suite[] | undefined;
}

const suite: z.ZodType<Suite> = z.object({
  specs: z.array(
    z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) }),
  ),
  suites: z.lazy(() => z.array(suite)).optional(),
});

const playwrightReport = z.object({
  suites: z.array(suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.object({ message: z.string().optional() })),
});

/** Tags of tests that only a full run has, at all or on PostgreSQL. */
const LEFT_OUT = ['full', 'sqlite'];

/** Counts the tests of a run of Vitest. Unless the run is a full one, tests with certain tags are left out of it. */
export function countVitestResults(name: string, end: RunnerOutcome, isFull: boolean): TestCounts {
  const report = parseReport(vitestReport, end.report);
  if (!report) return missingReport(name, end);
  // A file that cannot be loaded has no failed tests.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  const notPassed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed');
  const others = notPassed.filter(
    ({ status, tags }) => isFull || status !== 'skipped' || !tags.some((tag) => LEFT_OUT.includes(tag)),
  );
  const leftOut = notPassed.length - others.length;
  return requireSuccess(name, end, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    notes: [
      ...broken.map((file) => `${name}: ${file.name} could not be run`),
      ...(leftOut > 0 ? [`${name}: ${leftOut} tests are left to npm run test:full`] : []),
      ...others.map(({ status, fullName }) => `${name}: ${status}: ${fullName}`),
    ],
  });
}

/** Counts the tests of a run of Playwright; a flaky test has failed. */
export function countPlaywrightResults(name: string, end: RunnerOutcome): TestCounts {
  const report = parseReport(playwrightReport, end.report);
  if (!report) return missingReport(name, end);
  const { expected, unexpected, flaky } = report.stats;
  return requireSuccess(name, end, {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    notes: [
      ...report.errors.map(({ message = 'unknown error' }) => `${name}: ${message}`),
      ...report.suites
        .flatMap(listSpecs)
        .flatMap(({ file, title, tests }) =>
          tests
            .filter(({ status }) => status !== 'expected')
            .map(({ status }) => `${name}: ${STATUS_LABELS[status] ?? status}: ${file}: ${title}`),
        ),
    ],
  });
}

const STATUS_LABELS: Record<string, string> = { unexpected: 'failed', flaky: 'flaky' };

function listSpecs({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(listSpecs)];
}

/** Adds a failure when no test ran or when the runner failed although its tests passed. */
function requireSuccess(name: string, end: RunnerOutcome, counts: TestCounts): TestCounts {
  if (counts.failed > 0) return counts;
  if (counts.passed === 0) return addFailure(counts, `${name}: no test was run`);
  if (end.exitCode !== 0) return addFailure(counts, `${name}: ended with code ${end.exitCode}`);
  return counts;
}

function missingReport(name: string, end: RunnerOutcome): TestCounts {
  return {
    passed: 0,
    failed: 1,
    notes: [`${name}: ended with code ${end.exitCode} and without a report`],
  };
}

function addFailure(counts: TestCounts, note: string): TestCounts {
  return { ...counts, failed: counts.failed + 1, notes: [...counts.notes, note] };
}

export function addCounts(counts: TestCounts[]): TestCounts {
  return {
    passed: counts.reduce((total, { passed }) => total + passed, 0),
    failed: counts.reduce((total, { failed }) => total + failed, 0),
    notes: counts.flatMap(({ notes }) => notes),
  };
}

function parseReport<Report>(schema: z.ZodType<Report>, text: string | undefined): Report | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}
