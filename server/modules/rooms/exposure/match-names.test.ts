import { expect, test } from 'vitest';
import { createNameMatcher, foldName } from './match-names.ts';

const find = createNameMatcher(['Project Falcon', 'Falcon', 'Müller & Co. KG', 'Straßer', 'Ng']);
const found = (text: string) => find(text).map(({ name, start, end }) => [name, text.slice(start, end)]);

test.each([
  ['The PROJECT\nfalcon team', [['Project Falcon', 'PROJECT\nfalcon']]],
  ['Falcon’s price', [['Falcon', 'Falcon']]],
  ['sold to Muller und Co', []],
  ['sold to MÜLLER & CO. KG, Bonn', [['Müller & Co. KG', 'MÜLLER & CO. KG']]],
  ['Mu\u0308ller & Co KG', [['Müller & Co. KG', 'Mu\u0308ller & Co KG']]],
  ['Herr Strasser', [['Straßer', 'Strasser']]],
  ['Falconer and englobe', []],
  [
    'Ms. Ng-Falcon',
    [
      ['Ng', 'Ng'],
      ['Falcon', 'Falcon'],
    ],
  ],
])('%j', (text, expected) => expect(found(text)).toEqual(expected));

const inUnspaced = createNameMatcher([
  'Falcon',
  '北京控股',
  'ソニー',
  'สมชาย',
  'バンク',
  'Sony株式会社',
  'សុខា',
]);

test.each([
  ['与北京控股签订的合同', ['北京控股']],
  ['与北京\n控股签订', ['北京\n控股']],
  ['北京、控股', []],
  ['北京的控股', []],
  ['株式会社ソニーグループ', ['ソニー']],
  ['株式会社ｿﾆｰグループ', ['ｿﾆｰ']],
  ['ゴールドバンクとﾊﾞﾝｸ', ['バンク', 'ﾊﾞﾝｸ']],
  ['ハンク', []],
  ['บริษัทสมชายจำกัด', ['สมชาย']],
  ['លោក\u200Bសុខា\u200Bនិង', ['សុខា']],
  ['株式会社Falconの価格', ['Falcon']],
  ['株式会社Falconerの価格', []],
  ['新Sony 株式会社', ['Sony 株式会社']],
  ['The Fal\u00ADcon team', ['Fal\u00ADcon']],
  ['The Fal\u2060con\u00AD, sold', ['Fal\u2060con\u00AD']],
])('%j contains names written together, or with joiners', (text, expected) =>
  expect(inUnspaced(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected),
);

test('names that differ in more than joiners and accents are others', () => {
  expect(foldName('Fal\u00ADcon É')).toBe(foldName('falcon e'));
  expect(foldName('ハンク')).not.toBe(foldName('バンク'));
});

test('without names nothing is found', () => expect(createNameMatcher([])('Falcon')).toEqual([]));
