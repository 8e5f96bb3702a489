import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../../testing/in-memory-index.ts';

const INCOME = [
  'Keller Marine Inc., statements of income (in thousands)',
  'Year ended December 31,',
  '2019\t2018\t2017',
  'Revenue\t1,150\t1,000\t800',
  'Other income\t12\t0\t5',
  'Cost of sales\t(460)\t(400)\t(300)',
  'Net profit (loss)\t90\t(30)\t20',
  'Gross margin\t60.0%\t59.5%\t62.5%',
  'Average headcount\t312\t298\t290',
  'Total expenses\t700\t690\t500',
].join('\n');
const SHEET = [
  'Item; 2018 £ thousand; 2019 € thousand',
  'Item: Rent of the quay; 2018 £ thousand: 100; 2019 € thousand: 120',
  'Item: Rent of the dock; 2018 £ thousand: 90; 2019 € thousand: 110',
].join('\n');
const MIETE = [
  'Position; 2018; 2019',
  'Position: Mietaufwand; 2018: 1.200,50; 2019: 1.500,50',
  'Position: Personalaufwand; 2018: 4.000,00; 2019: 4.400,00',
].join('\n');
const LOYER = [
  'Poste; 2018; 2019',
  'Poste: Loyer; 2018: 500; 2019: 400',
  'Poste: Salaires; 2018: 900; 2019: 950',
].join('\n');

const { find } = createInMemoryIndex([
  { id: 1, title: 'Annual report Keller Marine', texts: [INCOME] },
  { id: 2, title: 'Port costs', texts: [SHEET] },
  { id: 3, title: 'Kostenplan', texts: [MIETE] },
  { id: 4, title: 'Budget', texts: [LOYER] },
  { id: 5, title: 'Letter', texts: ['The year was good for all of our people.'] },
]);
const ask = (text: string, exceptDocumentIds: number[] = []) =>
  find({
    text,
    accessFilter: { folderIds: [1], rootOwnerId: null, exceptDocumentIds },
    limit: 10,
    method: 'hybrid',
  });
const compute = (text: string) => {
  const { table } = ask(text);
  const { kind, value, cells } = table?.computation ?? {};
  return cells && [kind, value, ...cells.map(({ row, column }) => table?.rows[row]?.cells[column])];
};

test.each([
  [
    'What was the change in revenue of Keller Marine between 2018 and 2019?',
    ['difference', '150', '1,000', '1,150'],
  ],
  [
    'What was the percentage change in revenue of Keller Marine between 2018 and 2019?',
    ['change', '15.00%', '1,000', '1,150'],
  ],
  [
    'By how much did the cost of sales of Keller Marine grow from 2017 to 2019?',
    ['difference', '-160', '(300)', '(460)'],
  ],
  [
    'What is the average revenue of Keller Marine from 2017 to 2019?',
    ['average', '983.33', '800', '1,000', '1,150'],
  ],
  ['What is the sum of revenue of Keller Marine in 2018 and 2019?', ['sum', '2,150', '1,000', '1,150']],
  ['What was cost of sales as a percentage of revenue of Keller Marine in 2018?', undefined],
  [
    'What was other income as a percentage of revenue of Keller Marine in 2019?',
    ['share', '1.04%', '12', '1,150'],
  ],
  [
    'What was the ratio of revenue to other income of Keller Marine in 2017?',
    ['ratio', '160.00', '800', '5'],
  ],
  [
    'What was the change in gross margin of Keller Marine from 2018 to 2019?',
    ['difference', '0.5 percentage points', '59.5%', '60.0%'],
  ],
  [
    'Um wie viel Prozent ist der Mietaufwand von 2018 auf 2019 gestiegen?',
    ['change', '24.99%', '1.200,50', '1.500,50'],
  ],
  ['De combien le loyer a-t-il baissé entre 2018 et 2019 ?', ['difference', '-100', '500', '400']],
])('“%s” is computed from cells of the rows, or not at all', (text, expected) => {
  expect(compute(text)).toEqual(expected);
});

test('the cells are verbatim, and their rows lead to their places', () => {
  const { table } = ask('What was the change in revenue of Keller Marine between 2018 and 2019?');
  expect(table).toMatchObject({ documentId: 1, unit: 'in thousands' });
  const [row] = table?.rows ?? [];
  expect(INCOME.slice(row?.start, row?.end)).toBe('Revenue\t1,150\t1,000\t800');
});

test.each([
  ['a base of zero', 'What was the percentage change in other income of Keller Marine from 2018 to 2019?'],
  [
    'a loss that became a profit',
    'What was the percentage change in net profit of Keller Marine from 2018 to 2019?',
  ],
  ['a year without a column', 'What was the change in revenue of Keller Marine from 2015 to 2019?'],
  ['a row that is missing', 'What was the change in goodwill of Keller Marine from 2018 to 2019?'],
  ['columns of other currencies', 'What was the change in the rent of the quay from 2018 to 2019?'],
  ['a row that states averages', 'What was the average headcount of Keller Marine in 2018 and 2019?'],
  ['a row that states totals', 'What were the total expenses of Keller Marine in 2018 and 2019?'],
])('nothing is computed from %s', (_, text) => {
  expect(ask(text).table?.computation).toBeUndefined();
});

test('a total of two years is that of each: the row answers with both', () => {
  for (const text of [
    'What was the total revenue of Keller Marine in 2018 and 2019?',
    'What were the total expenses of Keller Marine in 2018 and 2019?',
  ]) {
    const { table } = ask(text);
    expect(table?.computation).toBeUndefined();
    expect(table?.column).toBeUndefined();
    const [cells = []] = table?.rows.map((row) => row.cells) ?? [];
    const ofYear = (year: string) => cells[table?.columns.findIndex((name) => name.includes(year)) ?? -1];
    expect([ofYear('2018'), ofYear('2019')]).toEqual(
      text.includes('revenue') ? ['1,000', '1,150'] : ['690', '700'],
    );
  }
});

test('a computed figure is said with confidence, and an answer without the figure that is asked for is not', () => {
  const confidenceOf = (text: string) => ask(text).confidence;
  expect(
    confidenceOf('What was the percentage change in revenue of Keller Marine from 2018 to 2019?'),
  ).toBeGreaterThan(0.8);
  for (const text of [
    'What was the percentage change in other income of Keller Marine from 2018 to 2019?',
    'What was the change in revenue of Keller Marine from 2015 to 2019?',
    'What was the percentage change in revenue of Keller Marine?',
  ])
    expect(confidenceOf(text)).toBeLessThan(0.2);
});

test('nothing is computed from a hidden document', () => {
  expect(
    ask('What was the change in revenue of Keller Marine between 2018 and 2019?', [1]).table?.computation,
  ).toBeUndefined();
});
