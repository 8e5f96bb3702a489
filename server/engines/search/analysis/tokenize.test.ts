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
  ['growth in FY22', 'fy2022'],
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

test('decomposed and composed letters are the same word', () => {
  expect(formsIn('Ange\u0301lique')).toEqual(formsIn('Angélique'));
});

test('a code keeps its parts in their order, for phrases', () => {
  const inOrder = tokenize('Exhibit EX-10.1').filter((term) => term.kind !== 'extra');
  expect(inOrder.map((term) => term.text)).toEqual(['exhibit', 'ex', '10', '1']);
});

test('neighbours in other languages than Vietnamese are no terms', () => {
  expect(formsIn('the déjà vu of a lease')).toEqual(['the', 'deja', 'vu', 'of', 'a', 'lease']);
});

test('letters of other alphabets and of Thai keep their vowel signs', () => {
  expect(formsIn('हिन्दी')).toEqual(['हिन्दी']);
});

test('an endless word is cut into bounded terms', () => {
  const lengths = tokenize('a'.repeat(3_000_000)).map((term) => term.text.length);
  expect(Math.max(...lengths.slice(0, 100), lengths.at(-1) ?? 0)).toBeLessThanOrEqual(64);
});

test('any text has terms whose offsets lie in it, in order', () => {
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
