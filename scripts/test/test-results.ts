import { z } from 'zod';

/** What one part of the run came to. `notes` are for the person who reads the end of the run. */
export interface TestCounts {
  passed: number;
  failed: number;
  notes: string[];
}

export interface RunnerOutcome {
  exitCode: number;
  /** The text of the runner's JSON report; nothing when it wrote none. */
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
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
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

export function countVitestResults(name: string, end: RunnerOutcome): TestCounts {
  const report = parseReport(vitestReport, end.report);
  if (!report) return missingReport(name, end);
  // A file that cannot be loaded has no tests to fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  );
  const others = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed');
  return requireSuccess(name, end, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    notes: [
      ...broken.map((file) => `${name}: ${file.name} could not be run`),
      ...others.map(({ status, fullName }) => `${name}: ${status}: ${fullName}`),
    ],
  });
}

export function countPlaywrightResults(name: string, end: RunnerOutcome): TestCounts {
  const report = parseReport(playwrightReport, end.report);
  if (!report) return missingReport(name, end);
  const { expected, unexpected, flaky } = report.stats;
  return requireSuccess(name, end, {
    passed: expected,
    // A journey that works now and then does not work.
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

const STATUS_LABELS: Record<string, string> = { unexpected: 'failed', flaky: 'failed now and then' };

function listSpecs({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(listSpecs)];
}

/** No green without a test, and no green when the runner itself says red. */
function requireSuccess(name: string, end: RunnerOutcome, tally: TestCounts): TestCounts {
  if (tally.failed > 0) return tally;
  if (tally.passed === 0) return addFailure(tally, `${name}: no test was run`);
  if (end.exitCode !== 0) return addFailure(tally, `${name}: ended with code ${end.exitCode}`);
  return tally;
}

function missingReport(name: string, end: RunnerOutcome): TestCounts {
  return {
    passed: 0,
    failed: 1,
    notes: [`${name}: ended with code ${end.exitCode} and without a report`],
  };
}

function addFailure(tally: TestCounts, note: string): TestCounts {
  return { ...tally, failed: tally.failed + 1, notes: [...tally.notes, note] };
}

export function addCounts(tallies: TestCounts[]): TestCounts {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    notes: tallies.flatMap(({ notes }) => notes),
  };
}

function parseReport<Report>(schema: z.ZodType<Report>, text: string | undefined): Report | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}
