import { expect, test } from 'vitest';
import { fileTypeOf, mediaTypeOf } from './file-type.ts';

test.each([
  ['Contract.PDF', 'pdf'],
  ['a.b.docx', 'docx'],
  ['page.html', 'others'],
  ['drawing.svg', 'others'],
  ['README', 'others'],
  ['pdf', 'others'],
  ['trick.constructor', 'others'],
])('%s is of type %s', (name, type) => {
  expect(fileTypeOf(name)).toBe(type);
});

test('a file of an unknown type is never sent as a type that browsers execute', () => {
  expect(mediaTypeOf(fileTypeOf('page.html'))).toBe('application/octet-stream');
});
