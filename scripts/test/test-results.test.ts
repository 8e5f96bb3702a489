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
  expect(countVitestResults('unit', { exitCode: 1, report }, false)).toEqual({
    passed: 2,
    failed: 1,
    notes: ['unit: failed: c'],
  });
});

test('a file that cannot be loaded is one failure', () => {
  const report = vitest({}, 'failed');
  expect(countVitestResults('unit', { exitCode: 1, report }, false)).toMatchObject({ failed: 1 });
});

test('a skipped test is listed', () => {
  const report = vitest({ a: 'passed', 'reads the corpus': 'skipped' });
  expect(countVitestResults('unit', { exitCode: 0, report }, false)).toEqual({
    passed: 1,
    failed: 0,
    notes: ['unit: skipped: reads the corpus'],
  });
});

test('tests of the full run are counted in one line of a short run and listed in a full one', () => {
  const report = JSON.stringify({
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [
      {
        name: '/a.test.ts',
        status: 'passed',
        assertionResults: [
          { fullName: 'a', status: 'passed', tags: [] },
          { fullName: 'kills a server', status: 'skipped', tags: ['full'] },
          { fullName: 'on SQLite alone', status: 'skipped', tags: ['sqlite'] },
        ],
      },
    ],
  });
  expect(countVitestResults('api', { exitCode: 0, report }, false).notes).toEqual([
    'api: 2 tests are left to npm run test:full',
  ]);
  expect(countVitestResults('api', { exitCode: 0, report }, true).notes).toEqual([
    'api: skipped: kills a server',
    'api: skipped: on SQLite alone',
  ]);
});

test('a runner that ran no test counts as a failure', () => {
  expect(countVitestResults('unit', { exitCode: 0, report: vitest({}) }, false)).toMatchObject({
    passed: 0,
    failed: 1,
  });
  expect(countVitestResults('unit', { exitCode: 0, report: vitest({ a: 'skipped' }) }, false)).toMatchObject({
    failed: 1,
  });
  expect(countPlaywrightResults('browser', { exitCode: 0, report: playwright({}) })).toMatchObject({
    failed: 1,
  });
});

test('a runner that fails although its tests passed counts as a failure', () => {
  const report = vitest({ a: 'passed' });
  expect(countVitestResults('unit', { exitCode: 1, report }, false)).toMatchObject({ passed: 1, failed: 1 });
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
    expect(countVitestResults('unit', { exitCode: 0, report }, false)).toMatchObject({
      passed: 0,
      failed: 1,
    });
    expect(countPlaywrightResults('browser', { exitCode: 0, report })).toMatchObject({
      passed: 0,
      failed: 1,
    });
  },
);

test('a flaky browser test has failed', () => {
  const report = playwright({ expected: 2, flaky: 1 });
  expect(countPlaywrightResults('browser', { exitCode: 0, report })).toMatchObject({ passed: 2, failed: 1 });
});

test('browser tests that did not pass are listed with their file', () => {
  const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
  const inner = { specs: [spec('sometimes', 'flaky'), spec('not here', 'skipped')] };
  const suites = [{ specs: [spec('good', 'expected'), spec('bad', 'unexpected')], suites: [inner] }];
  const report = playwright({ expected: 1, unexpected: 1, flaky: 1 }, [], suites);
  expect(countPlaywrightResults('browser', { exitCode: 1, report }).notes).toEqual([
    'browser: failed: a.spec.ts: bad',
    'browser: flaky: a.spec.ts: sometimes',
    'browser: skipped: a.spec.ts: not here',
  ]);
});

test('an error outside the browser tests is a failure with its message', () => {
  const report = playwright({ expected: 1 }, [{ message: 'the server did not start' }]);
  expect(countPlaywrightResults('browser', { exitCode: 1, report })).toEqual({
    passed: 1,
    failed: 1,
    notes: ['browser: the server did not start'],
  });
});

test('counts of several parts are added up', () => {
  expect(
    addCounts([
      { passed: 2, failed: 0, notes: ['a'] },
      { passed: 3, failed: 1, notes: ['b'] },
    ]),
  ).toEqual({ passed: 5, failed: 1, notes: ['a', 'b'] });
});
