import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles } from '../check/source-files.ts';
import { hasMoreInFullRun, listFullRunFiles } from './full-run-files.ts';

const ROOT = join(import.meta.dirname, '../..');

test.each([
  ["test('kills', { tags: ['full'] }, async () => {});", true, true],
  ["  tags: isPostgres ? ['full'] : [],", true, true],
  ["import { runCount } from '#server/testing/run-count.ts';", true, true],
  ["test('a list', { tags: ['sqlite'] }, async () => {});", false, true],
  ['describePermissionTable(0);', false, true],
  ["test('a disk that is full', async () => {});", false, false],
])('a full run does more with %s', (text, onSqlite, onPostgres) => {
  expect([hasMoreInFullRun(text, false), hasMoreInFullRun(text, true)]).toEqual([onSqlite, onPostgres]);
});

test('the files of a full run are those with more tests, and those that are named', () => {
  const files = listFullRunFiles(ROOT, ['scripts/test/*.test.ts', 'server/app/drain.test.ts'], {
    always: ['scripts/test/stuck-files.test.ts'],
  });
  expect(files).toContain('server/app/drain.test.ts');
  expect(files).toContain('scripts/test/stuck-files.test.ts');
  expect(files).not.toContain('scripts/test/sqlite-tag.test.ts');
});

test('tests learn of a full run from run-count.ts alone, by which its files are found', () => {
  const own = 'scripts/test/full-run-files.test.ts';
  const files = listSourceFiles(ROOT, ['server', 'scripts', 'shared', 'web', 'bench'], 'ts,tsx')
    .filter((file) => file !== own)
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
  const isTest = (file: string) => /\.test\.tsx?$/.test(file);
  const readers = files
    .filter(({ text }) => text.includes("env['MUNIMENT_TEST_FULL']"))
    .map(({ file }) => file);
  expect(readers.filter(isTest)).toEqual([]);
  // What a helper makes longer, a file of tests does not show by itself.
  const helpers = files
    .filter(({ file, text }) => !isTest(file) && text.includes("/run-count.ts'"))
    .map(({ file }) => file);
  expect(helpers).toEqual(['server/testing/permission-table/checks/describe-permission-table.ts']);
});
