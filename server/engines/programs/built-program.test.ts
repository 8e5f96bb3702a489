import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Build, buildFileOf, builtProgram, findCurrentBuild, fingerprintOf } from './built-program.ts';

const SOURCES = ['server/engines/a-child.ts', 'package-lock.json'];

let root: string;
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'muniment-programs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of SOURCES) write(file, file);
  const fingerprint = fingerprintOf(root, SOURCES) ?? '';
  const build: Build = { folder: 'server/dist/programs-1', sources: SOURCES, fingerprint };
  write(buildFileOf('programs'), JSON.stringify(build));
  write('server/dist/programs-1/a-child.js', '');
});

test('a build is used while its sources are as they were', () => {
  expect(findCurrentBuild(root, 'programs')).toBe(join(root, 'server/dist/programs-1'));
  write('server/engines/another.ts', 'not part of it');
  expect(findCurrentBuild(root, 'programs')).toBeDefined();
});

test.for(SOURCES)('a change of %s makes the build stale, and so does its removal', (file) => {
  write(file, 'changed');
  expect(findCurrentBuild(root, 'programs')).toBeUndefined();
  rmSync(join(root, file));
  expect(findCurrentBuild(root, 'programs')).toBeUndefined();
});

test('the sources are used where the built files are gone, or their description ends early', () => {
  rmSync(join(root, 'server/dist/programs-1'), { recursive: true });
  expect(findCurrentBuild(root, 'programs')).toBeUndefined();
  write(buildFileOf('programs'), '{"folder":"server/di');
  expect(findCurrentBuild(root, 'programs')).toBeUndefined();
});

test('without a build the sources are used', () => {
  rmSync(join(root, buildFileOf('programs')));
  expect(findCurrentBuild(root, 'programs')).toBeUndefined();
});

test.for([
  'documents/extraction/extraction-child',
  'documents/rendering/rendering-child',
  'documents/watermark/watermark-child',
  'models/onnx/embedding-child',
  'search/remote/remote-worker',
  'search/storage/index-worker',
])('%s runs in its built form', (program) => {
  const source = new URL(`../${program}.ts`, import.meta.url);
  expect(builtProgram(source).pathname).toMatch(/[/]server[/]dist[/]programs-[0-9a-f]{16}[/][a-z-]+[.]js$/);
});

test('a program that is not built runs from its source', () => {
  const source = new URL('../sandbox/testing/malicious-child.ts', import.meta.url);
  expect(builtProgram(source)).toBe(source);
});
