import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locateAll, locateExactPassage, locatePassage, type TextRange } from './locate-passage.ts';

function getText(items: string[], ranges: TextRange[] | null): string | null {
  return ranges?.map(({ item, start, end }) => items[item]?.slice(start, end)).join('') ?? null;
}

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('ς', 'σ');
}

describe('locatePassage for a whole passage', () => {
  test('locatePassage for a whole passage finds a passage within one item', () => {
    const items = ['This Agreement shall be governed by the laws of Delaware.'];
    expect(getText(items, locatePassage(items, 'governed by the laws'))).toBe('governed by the laws');
  });

  test('locatePassage for a whole passage finds a passage across items, with the spaces between them', () => {
    const items = ['Either party may', ' ', 'terminate', ' ', 'at will', '.'];
    expect(locatePassage(items, 'may terminate at')).toEqual([
      { item: 0, start: 13, end: 16 },
      { item: 1, start: 0, end: 1 },
      { item: 2, start: 0, end: 9 },
      { item: 3, start: 0, end: 1 },
      { item: 4, start: 0, end: 2 },
    ]);
  });

  test.each([
    ['a hyphenated line end', ['the termi-', 'nation of this'], 'the termination of'],
    ['a soft hyphen', ['the termi\u00ADnation'], 'the termination'],
    ['a ligature', ['the ﬁrst oﬃce'], 'the first office'],
    ['typographic quotation marks and dashes', ['“Effective Date” — means'], '"Effective Date" - means'],
    ['other case', ['THE COMPANY'], 'the Company'],
    ['sharp s in capitals', ['HAUPTSTRASSE'], 'Hauptstraße'],
    ['a final sigma', ['ΟΔΟΣ'], 'οδος'],
    [
      'an accent set as its own glyph',
      ['Socie\u0301te', '\u0301', ' Ge', '\u0301ne\u0301rale'],
      'Société Générale',
    ],
    ['words without spaces between them', ['the', 'Service', 'Provider'], 'the Service Provider'],
    ['full-width digits', ['２０２０年'], '2020年'],
    ['letters outside the basic plane', ['𝐀greement 𝟏'], 'Agreement 1'],
  ])('locatePassage for a whole passage finds a passage despite %s', (_, items, quote) => {
    const ranges = locateExactPassage(items, quote);
    expect(foldLetters(getText(items, ranges) ?? '')).toBe(foldLetters(quote));
  });

  test('prefers whole words to a match inside another word', () => {
    expect(locatePassage(['in 2010 there were 10 shares'], '10')).toEqual([{ item: 0, start: 19, end: 21 }]);
  });

  test('locatePassage for a whole passage finds a passage inside a word if there is no other match', () => {
    expect(locatePassage(['in 2010'], '10')).toEqual([{ item: 0, start: 5, end: 7 }]);
  });
});

describe('locatePassage for a part of a passage', () => {
  const items = ['confidential until the third year after the end of the term'];

  test('locatePassage for a part of a passage finds the longest run of words of a passage', () => {
    const quote =
      'Information is confidential until the third year after the effective date and after the end of';
    expect(getText(items, locatePassage(items, quote))).toBe('confidential until the third year after the');
  });

  test('locatePassage for a part of a passage ignores runs of fewer than five words', () => {
    expect(locatePassage(items, 'is never confidential until the third month')).toBeNull();
  });

  test('locatePassage for a part of a passage finds a part of a passage in a script without spaces', () => {
    const chinese = ['本协议受中华人民共和国法律管辖。'];
    expect(
      getText(chinese, locatePassage(chinese, '双方同意本协议受中华人民共和国法律管辖并执行')),
    ).toContain('中华人民共和国法律管辖');
  });

  test('locateExactPassage ignores a part of a passage', () => {
    expect(locateExactPassage(items, 'confidential until the third year after all')).toBeNull();
  });
});

test.each([
  ['an empty quote', ['text'], ''],
  ['a quote of punctuation alone', ['text'], '… -- !'],
  ['no text', [], 'quote'],
  ['empty items', ['', ''], 'quote'],
])('locatePassage returns null for %s', (_, items, quote) => {
  expect(locatePassage(items, quote)).toBeNull();
});

test.each([
  [['ß', 'ßß'], 'ßß'],
  [['sß'], 'ß'],
])('in %j a match of the quote %s does not split a letter', (items, quote) => {
  expect(foldLetters(getText(items, locateExactPassage(items, quote)) ?? '')).toBe(foldLetters(quote));
});

const arbitraryText = fc.string({ unit: 'grapheme', maxLength: 60 });

test('a slice of any text is found however the text is split and spaced', () => {
  const word = fc.stringMatching(/^[A-Za-zäß0-9]{1,9}$/);
  const noise = fc.constantFrom('', ' ', '\n', '-', '\u00AD', ', ');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, noise), { minLength: 1, maxLength: 40 }),
      fc.nat(),
      fc.nat(),
      (pieces, a, b) => {
        const from = a % pieces.length;
        const quote = pieces
          .slice(from, from + 1 + (b % pieces.length))
          .map(([text]) => text)
          .join(' ');
        const items = pieces.map(([text, gap]) => text + gap);
        expect(foldLetters(getText(items, locateExactPassage(items, quote)) ?? '')).toBe(foldLetters(quote));
      },
    ),
  );
});

test('ranges are not empty, lie within their item and are in order', () => {
  fc.assert(
    fc.property(fc.array(arbitraryText, { maxLength: 8 }), arbitraryText, (items, noise) => {
      for (const quote of [noise, items.join(''), items.slice(1, 4).join(' ')]) {
        let previous = -1;
        for (const { item, start, end } of locatePassage(items, quote) ?? []) {
          expect(item).toBeGreaterThan(previous);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(items[item]?.length ?? -1);
          previous = item;
        }
      }
    }),
  );
});

test('a long quote on a long page is searched within two seconds', () => {
  const page = Array.from({ length: 4000 }, (_, index) => `word${index % 7} and the other `);
  const quote = Array.from({ length: 700 }, (_, index) => `word${index % 5} and the`).join(' ');
  const startedAt = performance.now();
  locatePassage(page, quote);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

describe('locateAll', () => {
  test('locateAll finds every occurrence without regard to case, accents and line breaks', () => {
    const items = ['The Héron and the he-', 'ron: HERON.'];
    expect(locateAll(items, 'heron', 9).map((ranges) => getText(items, ranges))).toEqual([
      'Héron',
      'he-ron',
      'HERON',
    ]);
    expect(locateAll(items, 'heron', 2)).toHaveLength(2);
  });

  test('a text without letters or digits is found nowhere', () => {
    expect(locateAll(['… and …'], '…', 9)).toEqual([]);
  });

  test('matches never overlap', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab ]{0,60}$/), fc.stringMatching(/^[ab]{1,3}$/), (text, sought) => {
        const ranges = locateAll([text], sought, 100).flat();
        ranges.slice(1).forEach(({ start }, index) => {
          expect(start).toBeGreaterThanOrEqual(ranges[index]?.end ?? Infinity);
        });
      }),
    );
  });
});
