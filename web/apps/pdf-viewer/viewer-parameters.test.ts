import { expect, test } from 'vitest';
import { parsePageHash, parseViewerParameters } from './viewer-parameters.ts';

const parse = (rest: string) =>
  parseViewerParameters(new URL(`http://muniment.example/pdfjs/viewer.html${rest}`));

test('file, page and passage are parsed from the URL', () => {
  expect(parse('?fileId=7&page=3&quote=the+term')).toEqual({
    fileId: 7,
    source: '/api/files/7/view',
    page: 3,
    quote: 'the term',
  });
});

test.each([
  ['?fileId=7&as=pdf', '/api/files/7/pdf'],
  ['?fileId=7&as=../8/view', '/api/files/7/view'],
])('the source of an Office document is its PDF and nothing else: %s', (rest, source) => {
  expect(parse(rest)?.source).toBe(source);
});

test('the page in the hash takes precedence', () => {
  expect(parse('?fileId=7&page=3#page=12')?.page).toBe(12);
});

test.each(['', '?fileId=', '?fileId=../1', '?fileId=1%2F..', '?fileId=-1', '?fileId=1e3', '?fileId=%D9%A1'])(
  'a file id with characters other than digits is rejected: %j',
  (rest) => {
    expect(parse(rest)).toBeNull();
  },
);

test.each(['#page=0', '#page=-1', '#page=1.5', '#page=x', '#page=99999999', '#nothing', ''])(
  'an invalid page in the hash is ignored: %j',
  (hash) => {
    expect(parsePageHash(hash)).toBeNull();
  },
);

test('a long quote is truncated', () => {
  expect(parse(`?fileId=1&quote=${'a'.repeat(9000)}`)?.quote).toHaveLength(4000);
});
