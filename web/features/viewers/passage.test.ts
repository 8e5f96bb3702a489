import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildFilePath, buildPdfViewerUrl, formatPassageLocation, parsePassage } from './passage.ts';

const searchOf = (path: string) => new URL(path, 'https://room.example').search;

describe('the URL of a passage', () => {
  test('a file without a passage has a URL without a query', () => {
    expect(buildFilePath(7)).toBe('/file/7');
    expect(buildFilePath(7, { quote: ' ' })).toBe('/file/7');
  });

  test('the URL of a passage has its page and quote in the query', () => {
    expect(buildFilePath(7, { page: 3, quote: 'Term & fee = 5 %' })).toBe(
      '/file/7?page=3&quote=Term+%26+fee+%3D+5+%25',
    );
  });

  test('a passage can be parsed from its URL', () => {
    for (const passage of [{ page: 3 }, { sheet: 'R&D #1', quote: 'Müller' }, { slide: 12, quote: '合同' }]) {
      expect(parsePassage(searchOf(buildFilePath(1, passage)))).toEqual(passage);
    }
  });

  test('a long quote is truncated to 300 characters at a space', () => {
    const quote = 'agreement '.repeat(60);
    const { quote: read } = parsePassage(searchOf(buildFilePath(1, { quote })));
    expect(read).toBe('agreement '.repeat(30).trim());
  });

  test('a quote without spaces is truncated between characters', () => {
    const { quote } = parsePassage(searchOf(buildFilePath(1, { quote: `a${'𠮷'.repeat(400)}` })));
    expect(quote).toBe(`a${'𠮷'.repeat(149)}`);
  });

  test('any quote results in a valid URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (quote) => {
        const { quote: read = '' } = parsePassage(searchOf(buildFilePath(1, { quote })));
        expect(read.length).toBeLessThanOrEqual(300);
        expect(quote.toWellFormed().startsWith(read, quote.length - quote.trimStart().length)).toBe(true);
      }),
    );
  });

  test('the PDF viewer URL has the page and the quote', () => {
    expect(buildPdfViewerUrl(7, {})).toBe('/pdfjs/viewer.html?fileId=7');
    expect(buildPdfViewerUrl(7, { page: 2, quote: 'a b', sheet: 'no' })).toBe(
      '/pdfjs/viewer.html?fileId=7&page=2&quote=a+b',
    );
  });
});

describe('an untrusted passage URL', () => {
  test.each(['page=0', 'page=-1', 'page=1e3', 'page=99999999', 'page=', 'slide=x', 'sheet=+', 'quote=+'])(
    '%s is not a passage',
    (search) => {
      expect(parsePassage(search)).toEqual({});
    },
  );

  test('an overlong sheet name and quote in a URL are truncated', () => {
    const { sheet, quote } = parsePassage(`sheet=${'s'.repeat(9999)}&quote=${'q'.repeat(9999)}`);
    expect([sheet?.length, quote?.length]).toEqual([100, 300]);
  });
});

test('a passage location is formatted as page, sheet or slide', () => {
  expect(formatPassageLocation({ page: 3 })).toBe('Page 3');
  expect(formatPassageLocation({ sheet: 'Costs' })).toBe('Sheet Costs');
  expect(formatPassageLocation({ slide: 4 })).toBe('Slide 4');
  expect(formatPassageLocation({ quote: 'words' })).toBeUndefined();
});
