import { expect, test } from 'vitest';
import { viewerKindOf } from './viewer-kind.ts';

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
  ['old.doc', 'none'],
  ['plan.heic', 'none'],
  ['README', 'none'],
  ['constructor', 'none'],
  ['.__proto__', 'none'],
])('%s is shown as %s', (name, kind) => {
  expect(viewerKindOf(name)).toBe(kind);
});
