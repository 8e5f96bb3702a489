import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createIgnore } from './build-context.ts';
import { parseDockerfile, readCommand } from './dockerfile.ts';

test('stages have their base, their steps in order, and commands that continue over comments', () => {
  const text = [
    'ARG VERSION=1.2',
    '# a comment',
    'FROM image:$VERSION-slim AS build',
    'RUN one \\',
    '  # why',
    '  && two',
    'FROM build',
    'CMD ["a", "b c"]',
  ].join('\n');
  expect(parseDockerfile(text)).toEqual([
    { name: 'build', base: 'image:1.2-slim', steps: [{ instruction: 'RUN', args: 'one  && two' }] },
    { name: '1', base: 'build', steps: [{ instruction: 'CMD', args: '["a", "b c"]' }] },
  ]);
  expect(readCommand('--interval=5s CMD ["a", "b c"]')).toEqual(['a', 'b c']);
});

test('the context has what .dockerignore leaves in', () => {
  const isIgnored = createIgnore(readFileSync(join(import.meta.dirname, '../../.dockerignore'), 'utf8'));
  const paths = ['server', 'server/app/main.ts', 'web/apps/index.html', 'package.json'];
  expect(paths.filter(isIgnored)).toEqual([]);
  const others = [
    'data',
    'data/key',
    'web/dist',
    'web/dist/a.js',
    'server/testing/x.ts',
    'server/a.test.ts',
    '.git',
  ];
  expect(others.filter((path) => !isIgnored(path))).toEqual([]);
});
