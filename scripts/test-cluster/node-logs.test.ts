import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createNodeLogs } from './node-logs.ts';

async function openLogs() {
  const directory = await mkdtemp(join(tmpdir(), 'node-logs-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return createNodeLogs(directory);
}

const logged = (level: number, msg: string, more: object = {}) =>
  `${JSON.stringify({ level, msg, ...more })}\n`;
const failure = (message: string) =>
  logged(50, 'request failed', {
    route: '/api/search',
    err: { type: 'TypeError', message, stack: `TypeError: ${message}\n    at f (/m/server/http/a.ts:1:2)` },
  });

test('lines of errors are kept in a file of each node when something failed', async () => {
  const logs = await openLogs();
  const [first, second] = [logs.receiverOf('a'), logs.receiverOf('b')];
  const line = logged(50, 'job failed');
  first.stdout(`Muniment is ready: http://127.0.0.1:1\n${logged(40, 'slow')}${line.slice(0, 7)}`);
  first.stdout(`${line.slice(7)}${logged(60, 'fatal')}`);
  second.stderr('Error: out of memory\n');
  logs.receiverOf('a').stdout(line);
  expect(logs.lines()).toEqual(['errors in the logs of the nodes: a 3, b 1']);
  const folder = await logs.end(true);
  expect(await readFile(join(String(folder), 'node-a.log'), 'utf8')).toBe(
    `${line}${logged(60, 'fatal')}${line}`,
  );
  expect(await readFile(join(String(folder), 'node-b.log'), 'utf8')).toBe('Error: out of memory\n');
});

test('different errors behind answers of 500 are listed with their numbers', async () => {
  const logs = await openLogs();
  const { stdout } = logs.receiverOf('a');
  for (const message of ['no scope', 'no score', 'no scope']) stdout(failure(message));
  for (let nth = 0; nth < 4; nth += 1) stdout(failure(`other ${nth}`));
  expect(logs.lines()).toEqual([
    'errors in the logs of the nodes: a 7',
    '  answered 500, 2 times: /api/search: TypeError: no scope (server/http/a.ts:1:2)',
    '  answered 500, 1 times: /api/search: TypeError: no score (server/http/a.ts:1:2)',
    ...[0, 1, 2].map(
      (nth) => `  answered 500, 1 times: /api/search: TypeError: other ${nth} (server/http/a.ts:1:2)`,
    ),
    '  … and 1 more',
  ]);
});

test('the files are removed when nothing failed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'node-logs-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const logs = await createNodeLogs(directory);
  logs.receiverOf('a').stdout(failure('no scope'));
  expect(await logs.end(false)).toBeUndefined();
  expect(await readdir(directory)).toEqual([]);
});
