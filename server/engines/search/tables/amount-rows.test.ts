import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const INCOME = [
  'Keller Marine Inc., condensed statements of income (in millions)',
  'Three Months Ended\tNine Months Ended',
  'July 1,\tJune 25,\tJuly 1,\tJune 25,',
  '2023\t2022\t2023\t2022',
  'Net sales:',
  'Ships\t60,584\t63,355\t230,901\t245,241',
  'Docks\t21,213\t19,604\t62,886\t58,941',
  'Operating expenses:',
  'Research and development\t7,442\t6,797\t22,608\t19,490',
  'Operating income\t22,998\t23,076\t87,332\t94,543',
].join('\n');
const CASH = [
  'Keller Marine Inc., condensed statements of cash flows (in millions)',
  'Nine Months Ended',
  'July 1,\tJune 25,',
  '2023\t2022',
  'Cash at the beginning\t24,977\t35,929',
  'Investing activities:',
  'Purchases of property and equipment\t(8,796)\t(7,419)',
  'Proceeds from sales of docks\t3,959\t5,301',
].join('\n');
const PROSE =
  'Capital expenditure of Keller Marine in 2023 increased compared with 2022 due to 14 new cranes. Research and development expense in 2023 rose by 9%, driven by headcount.';
const STAFF = 'Keller Marine employed 312 people at the end of 2023, and its marketing cost was 410 in 2023.';

const { find } = createInMemoryIndex([
  { id: 1, title: 'Quarterly report Keller Marine', texts: [PROSE, INCOME, CASH, STAFF] },
  { id: 2, title: 'Letter', texts: ['The year was good for all of our people.'] },
]);
const ask = (text: string, exceptDocumentIds: number[] = []) =>
  find({
    text,
    accessFilter: { folderIds: [1], rootOwnerId: null, exceptDocumentIds },
    limit: 10,
    method: 'hybrid',
  });
const cellOf = (text: string) => {
  const { table } = ask(text);
  const [row] = table?.rows ?? [];
  return table?.column === undefined
    ? undefined
    : [row?.cells[0], table.columns[table.column], row?.cells[table.column], table.unit];
};

test('the row of a table is preferred to prose about its change, also under another name', () => {
  expect(cellOf('What was the capital expenditure of Keller Marine in FY2022?')).toEqual([
    'Purchases of property and equipment',
    'Nine Months Ended June 25, 2022',
    '(7,419)',
    'in millions',
  ]);
});

test('a heading among the rows does not part a row from the years above the table', () => {
  expect(cellOf('How much were research and development expenses of Keller Marine in Q3 2023?')).toEqual([
    'Research and development',
    'Three Months Ended July 1, 2023',
    '7,442',
    'in millions',
  ]);
});

test('of columns of the same year, that of the length of period is chosen that is asked for', () => {
  const cell = cellOf(
    'What was the operating income of Keller Marine in the nine months ended July 1, 2023?',
  );
  expect(cell?.slice(1, 3)).toEqual(['Nine Months Ended July 1, 2023', '87,332']);
});

test('of a year that the table lacks, and of a row that it lacks, no cell is shown', () => {
  expect(cellOf('What was the capital expenditure of Keller Marine in 2017?')).toBeUndefined();
  expect(cellOf('What was the goodwill of Keller Marine in 2023?')).toBeUndefined();
});

test('of several years the row is the answer, with the column of each in the order of the question', () => {
  const { table } = ask('What was the capital expenditure of Keller Marine in 2022 and 2023?');
  expect(table?.rows[0]?.cells).toEqual(['Purchases of property and equipment', '(8,796)', '(7,419)']);
  expect(table?.column).toBeUndefined();
  expect(table?.askedColumns).toEqual([2, 1]);
});

test('a sentence that states the figure stays the answer', () => {
  const { table, hits } = ask('What was the marketing cost of Keller Marine in 2023?');
  expect(table).toBeUndefined();
  expect(hits[0]?.chunk.text).toBe(STAFF);
});

test('a figure under another name is said with confidence where the question names its document, and less where another one may be meant', () => {
  const { confidence } = ask('What was the capital expenditure of Keller Marine in FY2022?');
  expect(confidence).toBeGreaterThan(0.8);
  const reports = ['7,419', '1,212'].map((figure, id) => ({
    id,
    title: `Cash flows ${id}`,
    texts: [CASH.replace('Keller Marine Inc.', `Company ${id}`).replace('7,419', figure)],
  }));
  const either = createInMemoryIndex(reports).find({
    text: 'What was the capital expenditure in FY2022?',
    accessFilter: { all: true },
    limit: 10,
    method: 'hybrid',
  });
  expect(either.table?.column).toBe(2);
  expect(either.confidence).toBeLessThan(0.5);
});

test('a hidden document states no figure', () => {
  expect(ask('What was the capital expenditure of Keller Marine in FY2022?', [1]).table).toBeUndefined();
});
