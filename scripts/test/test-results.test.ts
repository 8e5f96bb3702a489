import { expect, test } from 'vitest';
import { addCounts, countPlaywrightResults, countVitestResults } from './test-results.ts';

const vitest = (tests: Record<string, string>, fileStatus = 'passed') =>
  JSON.stringify({
    numPassedTests: Object.values(tests).filter((status) => status === 'passed').length,
    numFailedTests: Object.values(tests).filter((status) => status === 'failed').length,
    testResults: [
      {
        name: '/a.test.ts',
        status: fileStatus,
        assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
      },
    ],
  });
const playwright = (stats: object, errors: object[] = [], suites: object[] = []) =>
  JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, ...stats }, errors, suites });

test('passed and failed tests are counted', () => {
  const report = vitest({ a: 'passed', b: 'passed', c: 'failed' }, 'failed');
  expect(countVitestResults('unit', { exitCode: 1, report })).toEqual({
    passed: 2,
    failed: 1,
    notes: ['unit: failed: c'],
  });
});

test('a file that cannot be loaded is one failure', () => {
  const report = vitest({}, 'failed');
  expect(countVitestResults('unit', { exitCode: 1, report })).toMatchObject({ failed: 1 });
});

test('a skipped test is named', () => {
  const report = vitest({ a: 'passed', 'reads the corpus': 'skipped' });
  expect(countVitestResults('unit', { exitCode: 0, report })).toEqual({
    passed: 1,
    failed: 0,
    notes: ['unit: skipped: reads the corpus'],
  });
});

test('a runner that ran no test has failed', () => {
  expect(countVitestResults('unit', { exitCode: 0, report: vitest({}) })).toMatchObject({
    passed: 0,
    failed: 1,
  });
  expect(countVitestResults('unit', { exitCode: 0, report: vitest({ a: 'skipped' }) })).toMatchObject({
    failed: 1,
  });
  expect(countPlaywrightResults('browser', { exitCode: 0, report: playwright({}) })).toMatchObject({
    failed: 1,
  });
});

test('a runner that ends badly after green tests has failed', () => {
  const report = vitest({ a: 'passed' });
  expect(countVitestResults('unit', { exitCode: 1, report })).toMatchObject({ passed: 1, failed: 1 });
  expect(
    countPlaywrightResults('browser', { exitCode: 137, report: playwright({ expected: 4 }) }),
  ).toMatchObject({
    passed: 4,
    failed: 1,
  });
});

test.for([undefined, '', '{"numPassedTests": 3', '{}', 'null'])(
  'the report %j counts as a crash',
  (report) => {
    expect(countVitestResults('unit', { exitCode: 0, report })).toMatchObject({ passed: 0, failed: 1 });
    expect(countPlaywrightResults('browser', { exitCode: 0, report })).toMatchObject({
      passed: 0,
      failed: 1,
    });
  },
);

test('a journey that passes only now and then has failed', () => {
  const report = playwright({ expected: 2, flaky: 1 });
  expect(countPlaywrightResults('browser', { exitCode: 0, report })).toMatchObject({ passed: 2, failed: 1 });
});

test('journeys that did not pass are named, with their file', () => {
  const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
  const inner = { specs: [spec('sometimes', 'flaky'), spec('not here', 'skipped')] };
  const suites = [{ specs: [spec('good', 'expected'), spec('bad', 'unexpected')], suites: [inner] }];
  const report = playwright({ expected: 1, unexpected: 1, flaky: 1 }, [], suites);
  expect(countPlaywrightResults('browser', { exitCode: 1, report }).notes).toEqual([
    'browser: failed: a.spec.ts: bad',
    'browser: failed now and then: a.spec.ts: sometimes',
    'browser: skipped: a.spec.ts: not here',
  ]);
});

test('an error outside the journeys is a failure with its message', () => {
  const report = playwright({ expected: 1 }, [{ message: 'the server did not start' }]);
  expect(countPlaywrightResults('browser', { exitCode: 1, report })).toEqual({
    passed: 1,
    failed: 1,
    notes: ['browser: the server did not start'],
  });
});

test('the whole is the sum of its parts', () => {
  expect(
    addCounts([
      { passed: 2, failed: 0, notes: ['a'] },
      { passed: 3, failed: 1, notes: ['b'] },
    ]),
  ).toEqual({ passed: 5, failed: 1, notes: ['a', 'b'] });
});
