import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFileLengths } from './list-checks.ts';
import { readLockFile } from './lock-file.ts';
import { runChecks } from './run-checks.ts';
import { runTool } from './run-tool.ts';
import { buildRepository } from './testing/build-repository.ts';

const repository = join(import.meta.dirname, '..', '..');

test('a file of 200 lines is accepted, one of 201 is not', () => {
  const root = buildRepository({ 'server/good.ts': lines(200), 'server/bad.ts': lines(201) });
  expect(checkFileLengths(root)).toEqual({
    ok: false,
    output: 'server/bad.ts has 201 lines; 200 are allowed.',
  });
});

test('a test of 300 lines is accepted, one of 301 is not', () => {
  const root = buildRepository({ 'web/good.test.tsx': lines(300), 'web/bad.test.ts': lines(301) });
  expect(checkFileLengths(root).output).toBe('web/bad.test.ts has 301 lines; 300 are allowed.');
});

test('the lock file states the real name of an alias', () => {
  const packages = {
    '': { name: 'ours' },
    'node_modules/sheets': { name: 'xlsx', version: '0.18.5', license: 'Apache-2.0' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0', dev: true },
  };
  expect(readLockFile(buildRepository({ 'package-lock.json': JSON.stringify({ packages }) }))).toEqual([
    { path: 'node_modules/sheets', name: 'xlsx', version: '0.18.5', license: 'Apache-2.0', dev: false },
    {
      path: 'node_modules/a/node_modules/@b/c',
      name: '@b/c',
      version: '2.0.0',
      license: undefined,
      dev: true,
    },
  ]);
});

test('each check prints a line, and a failed one its output', async () => {
  const printed: string[] = [];
  const counts = await runChecks(
    [
      { name: 'good', run: () => ({ ok: true, output: 'not printed' }) },
      { name: 'bad', run: () => ({ ok: false, output: 'one\ntwo' }) },
      { name: 'broken', run: () => Promise.reject(new Error('no such tool')) },
    ],
    (line) => printed.push(line.replace(/ \(.*/, '')),
  );
  expect(counts).toEqual({ passed: 1, failed: 2 });
  expect(printed).toEqual(['✓ good', '✗ bad', '    one\n    two', '✗ broken', '    Error: no such tool']);
});

test('a missing tool fails its check', async () => {
  expect(await runTool(repository, 'no-such-tool', [])).toMatchObject({ ok: false });
});

test('a missing await is reported', async () => {
  const root = buildRepository({
    'tsconfig.json': '{ "compilerOptions": { "strict": true }, "include": ["server"] }',
    'server/forgetful.ts': 'export async function save() {}\nexport function close() {\n  save();\n}\n',
  });
  cpSync(join(repository, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
  const { ok, output } = await runTool(root, 'oxlint', ['--type-aware']);
  expect(ok).toBe(false);
  expect(output).toContain('no-floating-promises');
});

function lines(count: number): string {
  return 'x\n'.repeat(count);
}
