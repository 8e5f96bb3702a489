import { expect, test } from 'vitest';
import { parsePageHash, parseViewerParameters } from './viewer-parameters.ts';

const read = (rest: string) => parseViewerParameters(new URL(`http://room.example/pdfjs/viewer.html${rest}`));

test('file, page and passage are read from the address', () => {
  expect(read('?fileId=7&page=3&quote=the+term')).toEqual({
    fileId: '7',
    source: '/api/files/7/view',
    page: 3,
    quote: 'the term',
  });
});

test.each([
  ['?fileId=7&as=pdf', '/api/files/7/pdf'],
  ['?fileId=7&as=../8/view', '/api/files/7/view'],
])('of an Office document the PDF that the server makes is read, and nothing else: %s', (rest, source) => {
  expect(read(rest)?.source).toBe(source);
});

test('a page after the hash sign wins', () => {
  expect(read('?fileId=7&page=3#page=12')?.page).toBe(12);
});

test.each(['', '?fileId=', '?fileId=../1', '?fileId=1%2F..', '?fileId=-1', '?fileId=1e3', '?fileId=%D9%A1'])(
  'a file id that is not digits alone is refused: %j',
  (rest) => {
    expect(read(rest)).toBeNull();
  },
);

test.each(['#page=0', '#page=-1', '#page=1.5', '#page=x', '#page=99999999', '#nothing', ''])(
  'a page that cannot be is ignored: %j',
  (hash) => {
    expect(parsePageHash(hash)).toBeNull();
  },
);

test('a passage of any length is cut to a bounded one', () => {
  expect(read(`?fileId=1&quote=${'a'.repeat(9000)}`)?.quote).toHaveLength(4000);
});
