import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { webFingerprint } from './web-fingerprint.ts';

let root: string;
let before: string;
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'muniment-fingerprint-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  write('web/apps/main/main.tsx', 'app');
  write('web/ui/theme.css', 'blue');
  write('shared/domain/format.ts', 'format');
  write('package-lock.json', '{}');
  before = webFingerprint(root);
});

test.for([
  'web/apps/main/main.tsx',
  'web/ui/theme.css',
  'shared/domain/format.ts',
  'package-lock.json',
  'web/new.ts',
])('a change of %s makes the built web app stale', (file) => {
  write(file, 'changed');
  expect(webFingerprint(root)).not.toBe(before);
});

test('a removed or renamed file makes the built web app stale', () => {
  rmSync(join(root, 'web/apps/main/main.tsx'));
  expect(webFingerprint(root)).not.toBe(before);
  write('web/entry.tsx', 'app');
  expect(webFingerprint(root)).not.toBe(before);
});

test('tests, the build itself, the server and newer times do not make the web app stale', () => {
  write('web/main.test.tsx', 'test');
  write('web/dist/assets/main.js', 'built');
  write('server/app/main.ts', 'server');
  utimesSync(join(root, 'web/apps/main/main.tsx'), new Date(), new Date());
  expect(webFingerprint(root)).toBe(before);
});
