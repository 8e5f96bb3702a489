import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getViewerKind } from './viewer-kind.ts';

test.each([
  ['Lease.PDF', 'pdf'],
  ['scan.jpeg', 'image'],
  ['logo.svg', 'image'],
  ['talk.mp3', 'audio'],
  ['site visit.mov', 'video'],
  ['Costs.ods', 'sheet'],
  ['export.tsv', 'sheet'],
  ['letter.eml', 'email'],
  ['page.html', 'text'],
  ['model.py', 'text'],
  ['old.doc', 'office'],
  ['Minutes.odt', 'office'],
  ['plan.heic', 'heic'],
  ['fax.TIF', 'rendered'],
  ['Offer.msg', 'rendered'],
  ['saved.mht', 'email'],
  ['Letter.dotx', 'docx'],
  ['Show.ppsx', 'pptx'],
  ['Prices.xltm', 'sheet'],
  ['Prices.ots', 'sheet'],
  ['old.pps', 'office'],
  ['Letter.ott', 'office'],
  ['README', 'none'],
  ['constructor', 'none'],
  ['.__proto__', 'none'],
])('the viewer kind of %s is %s', (name, kind) => {
  expect(getViewerKind(name)).toBe(kind);
});

test('every searchable file type has a viewer', () => {
  const page = readFileSync('docs/search.md', 'utf8');
  const [, table = ''] = /\| type \| extensions \| extracted \|\n(.*?)\n\n/s.exec(page) ?? [];
  const extensions = table
    .split('\n')
    .slice(1)
    .flatMap((row) => (row.split('|')[2] ?? '').split(/[,;]/))
    .map((extension) => extension.trim());
  expect(extensions.length).toBeGreaterThan(40);
  expect(extensions.filter((extension) => getViewerKind(`a.${extension}`) === 'none')).toEqual([]);
});
