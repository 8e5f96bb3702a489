import { expect, test } from 'vitest';
import { checkDocumentation } from './documentation.ts';
import { buildRepository } from './testing/build-repository.ts';

test('links to files and headings are accepted, also to repeated and decorated headings', () => {
  const root = buildRepository({
    'README.md':
      '[a](docs/a.md#what-it-is-1) [b](docs/a.md#the-key_name-of-npm-start) [c](docs) [d](#top) [e](#mark)\n# Top\n<a id="mark"></a>Marked.\n',
    'docs/a.md':
      '# What it is\n## What it is\n## The `key_name` of [npm start](../README.md)!\n[web](https://a.b/#c)\n',
  });
  expect(checkDocumentation(root)).toEqual({ ok: true, output: '' });
});

test('a link that leads to no file or heading is reported, unless it is an example', () => {
  const root = buildRepository({
    'README.md': '[a](docs/b.md) [b](docs/a.md#two)\n```\n[c](none.md)\n# Two\n```\n',
    'docs/a.md': '# One\n',
  });
  expect(checkDocumentation(root).output.split('\n')).toEqual([
    'README.md: docs/b.md leads to no file',
    'README.md: docs/a.md#two leads to no heading',
  ]);
});

test('decisions have numbers without holes, and their index has each', () => {
  const root = buildRepository({
    'docs/decisions/README.md': '[one](0001-one.md)\n',
    'docs/decisions/0001-one.md': '# 1. One\n',
    'docs/decisions/0003-three.md': '# 3. Three\n',
  });
  expect(checkDocumentation(root)).toEqual({
    ok: false,
    output: 'docs/decisions/0003-three.md is number 2\ndocs/decisions/0003-three.md is missing in the index',
  });
});
