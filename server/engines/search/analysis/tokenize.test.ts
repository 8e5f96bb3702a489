import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenize } from './tokenize.ts';

function formsIn(text: string): string[] {
  return tokenize(text).map((term) => term.text);
}

test.each([
  ['see § 10.10', '10.10'],
  ['Exhibit EX-10.1', 'ex-10.1'],
  ['Exhibit EX-10.1', '10.1'],
  ['USD 1,577.00', '1577'],
  ['EUR 1.577,50', '1577.5'],
  ['growth in FY22', '2022'],
  ['growth in FY2022', '2022'],
  ["growth in FY'22", '2022'],
  ['an e-mail', 'email'],
  ['report_final_v2.pdf', 'report'],
  ['the company’s', 'company'],
  ['Müller', 'muller'],
  ['Straße', 'strasse'],
  ['İSTANBUL', 'istanbul'],
  ['ﬁnance', 'finance'],
  ['ＦＵＬＬ', 'full'],
  ['dis\u00ADclosure', 'disclosure'],
  ['مُحَمَّد', 'محمد'],
  ['深度学习', '深度'],
  ['東京タワー', 'タワ'],
  ['한국어', '한국'],
  ['арендный', 'арендный'],
  ['Ещё', 'еще'],
  ['สัญญาเช่าสิ้นสุดเมื่อใด', 'สัญญา'],
  ['Hợp đồng thuê nhà', 'hợp đồng'],
  ['Hợp đồng thuê nhà'.normalize('NFD'), 'hợp đồng'],
  ['Hợp đồng thuê nhà', 'hop'],
])('%s is found by %s', (text, form) => {
  expect(formsIn(text)).toContain(form);
});

test.each([
  [
    '2025-03',
    [
      'in March 2025',
      'on 31 March 2025',
      'March 31, 2025',
      'Mar. 2025',
      '2025-03-31',
      '31.03.2025',
      'im März 2025',
      'en marzo de 2025',
      'Mar-25',
      "Mar'25",
      'Mar-2025',
      'March FY25',
    ],
  ],
  [
    '2018q3',
    [
      'Q3 2018',
      'Q3 FY2018',
      'Q3 of fiscal year 2018',
      "Q3'18",
      '3Q18',
      '2018-Q3',
      '2018 Q3',
      'the third quarter of fiscal 2018',
      'Q3 FY 18',
      'im dritten Quartal 2018',
      '3. Quartal 2018',
      'T3 2018',
      'le troisième trimestre 2018',
      'el tercer trimestre de 2018',
    ],
  ],
  [
    '2018h1',
    ['H1 2018', '1H18', "H1'18", 'the first half of 2018', '1. Halbjahr 2018', 'primer semestre de 2018'],
  ],
  [
    '2018',
    [
      'FY2018',
      'FY18',
      "FY'18",
      'FY 18',
      'CY18',
      '2018A',
      '2018E',
      'GJ 18',
      'FY17/18',
      '2018/19',
      'fiscal 2018',
      'fiscal year 2018',
    ],
  ],
] as const)('%s is the same period however it is written', (period, texts) => {
  for (const text of texts) expect([text, formsIn(text).includes(period)]).toEqual([text, true]);
});

test('a fiscal year has no form that texts with the year alone lack', () => {
  expect(formsIn('FY2018')).toEqual(['2018']);
});

test.each([
  'first, the 2018 lease',
  'May the tenant, who moved in before winter of 2019, leave?',
  'q5 2018',
  '13/2025',
  'h3 2018',
  'EX-25',
  'paragraph 4 of half a page of 2018',
])('“%s” names no month or quarter', (text) =>
  expect(formsIn(text).filter((form) => /^\d{4}(?:-\d\d|q\d)$/.test(form))).toEqual([]),
);

test('decomposed and composed letters are the same word', () => {
  expect(formsIn('Ange\u0301lique')).toEqual(formsIn('Angélique'));
});

test('a code keeps its parts in order, for phrases', () => {
  const inOrder = tokenize('Exhibit EX-10.1').filter((term) => term.kind !== 'extra');
  expect(inOrder.map((term) => term.text)).toEqual(['exhibit', 'ex', '10', '1']);
});

test('neighbouring words are terms only in Vietnamese', () => {
  expect(formsIn('the déjà vu of a lease')).toEqual(['the', 'deja', 'vu', 'of', 'a', 'lease']);
});

test('letters of other alphabets and of Thai keep their vowel signs', () => {
  expect(formsIn('हिन्दी')).toEqual(['हिन्दी']);
});

test('an endless word is split into bounded terms', () => {
  const lengths = tokenize('a'.repeat(3_000_000)).map((term) => term.text.length);
  expect(Math.max(...lengths.slice(0, 100), lengths.at(-1) ?? 0)).toBeLessThanOrEqual(64);
});

test('the terms of any text have offsets in it, in order', () => {
  const odd = fc.constantFrom('', '\ud800', '\u0000"*');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), odd, (start, end) => {
      const text = start + end;
      const terms = tokenize(text);
      expect(terms.every((term) => term.text !== '' && term.start < term.end)).toBe(true);
      expect(Math.max(0, ...terms.map((term) => term.end))).toBeLessThanOrEqual(text.length);
      const starts = terms.filter((term) => term.kind !== 'extra').map((term) => term.start);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }),
  );
});
