import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { builtServer } from '#server/engines/programs/built-program.ts';
import { withSourcePositions } from '#server/engines/programs/source-positions.ts';
import { startServer } from '#server/testing/start-server.ts';
import { buildServer } from './build-bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Long enough for a build on a busy machine. */
const TIMEOUT_MS = 180_000;

let built: URL;
beforeAll(() => {
  buildServer(ROOT);
  const file = builtServer();
  if (!file) throw new Error('The build is not that of these sources');
  built = file;
}, TIMEOUT_MS);

test('a built server serves, and finds what lies beside its sources', { timeout: TIMEOUT_MS }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-built-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const server = await startServer({ args: [fileURLToPath(built)], env: { DATA_DIR: directory } });
  onTestFinished(async () => {
    await server.stop();
  });
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  // Its pages come from a library that reads them from its own folder.
  expect(await (await fetch(`${server.origin}/api/docs/static/index.html`)).text()).toContain('swagger');
  // Made of sources that it reads when it is asked for.
  expect(await (await fetch(`${server.origin}/api/evidence/verifier`)).text()).toContain('<html');
});

test('a position in the built server becomes that in its source', () => {
  const words = 'Cannot listen on HOST and PORT';
  const lineOf = (text: string) => text.split('\n').findIndex((line) => line.includes(words)) + 1;
  const line = lineOf(readFileSync(built, 'utf8'));
  const source = lineOf(readFileSync(join(ROOT, 'server/app/process/start-server.ts'), 'utf8'));
  const stack = `Error: It failed\n    at main (${built.href}:${line}:9)\n    at node:internal/process:1:2`;
  const expected = new RegExp(`at main [(]file://.*/server/app/process/start-server[.]ts:${source}[)]\n`);
  expect(withSourcePositions(stack)).toMatch(expected);
});

test('a position elsewhere stays as it is', () => {
  const stack = `Error: It failed\n    at f (${new URL('package.json.js', built).href}:1:1)\n    at g (file:///nowhere/a.js:1:2)`;
  expect(withSourcePositions(stack)).toBe(stack);
});

test('what the message of an error quotes is no position, and does no harm', () => {
  const folder = new URL('.', built).href;
  for (const quoted of [
    'file://evil/x.js:1:1',
    'file:///%2F/x.js:1:1',
    `${folder}%zz.js:1:1`,
    `${folder}gone.js:1:1`,
  ])
    expect(withSourcePositions(`Error: read ${quoted}`)).toBe(`Error: read ${quoted}`);
});
