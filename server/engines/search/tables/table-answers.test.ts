import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const ORDERS = [
  'Quarter; Customer; Orders',
  'Quarter: Q1; Customer: Alder Foods; Orders: €1,200',
  'Quarter: Q1; Customer: Birch Homes; Orders: €900',
  'Quarter: Q2; Customer: Alder Foods; Orders: €1,300',
  'Quarter: Q2; Customer: Birch Homes; Orders: €2,000',
].join('\n');
const POLICIES = [
  'Policies of insurance, £ thousand',
  'Policy; Insurer; Premium; Renewal',
  'Policy: Cyber; Insurer: Castle Mutual; Premium: 58; Renewal: 30 June 2027',
  'Policy: Property; Insurer: Harbour; Premium: 162; Renewal: 31 March 2027',
  'Policy: Marine cargo; Insurer: Harbour; Premium: 21; Renewal: 31 December 2026',
].join('\n');
const ACCOUNTS = [
  'Income statement',
  '£ thousand\t2025\t2024',
  'Revenue\t53,600\t46,900',
  'Materials\t(20,900)\t(18,530)',
  'Gross profit\t32,700\t28,370',
].join('\n');

const { find } = createInMemoryIndex([
  { id: 1, title: 'Orders by customer', texts: [ORDERS] },
  { id: 2, title: 'Insurance policies', texts: [POLICIES] },
  { id: 3, title: 'Annual report', texts: [ACCOUNTS] },
  { id: 4, title: 'Letter', texts: ['The year was good for all of our people.'] },
]);
const ask = (text: string) => find({ text, accessFilter: { all: true }, limit: 10, method: 'hybrid' }).table;

test('a question about a cell is answered with its row and column', () => {
  const table = ask('What is the premium of the cyber policy?');
  expect(table).toMatchObject({ documentId: 2, unit: '£ thousand', column: 2 });
  expect(table?.columns).toEqual(['Policy', 'Insurer', 'Premium', 'Renewal']);
  expect(table?.rows.map(({ cells }) => cells)).toEqual([['Cyber', 'Castle Mutual', '58', '30 June 2027']]);
});

test('of two columns that a question names, the one that it names first is asked for', () => {
  const table = ask('What is the premium of the cyber insurance policy?');
  expect(table?.rows[0]?.cells[table.column ?? 0]).toBe('58');
});

test('a year in a question selects the column of a printed table, whose header gives the scale', () => {
  const table = ask('What was gross profit in 2024?');
  expect(table).toMatchObject({ documentId: 3, unit: '£ thousand', column: 2 });
  expect(table?.rows[0]?.cells).toEqual(['Gross profit', '32,700', '28,370']);
  const row = table?.rows[0];
  expect(ACCOUNTS.slice(row?.start, row?.end)).toBe('Gross profit\t32,700\t28,370');
});

test('the rows of the same name are added before they are ordered', () => {
  const table = ask('Which customer has the largest orders?');
  expect(table?.computation).toEqual({ kind: 'largest', column: 1, rowCount: 4 });
  expect(table?.rows.map(({ cells }) => cells)).toEqual([
    ['Birch Homes', '€2,900'],
    ['Alder Foods', '€2,500'],
  ]);
});

test('a sum is of the rows that the question names', () => {
  expect(ask('What is the total of the orders of Alder Foods?')?.computation).toMatchObject({
    kind: 'sum',
    value: '€2,500',
    rowCount: 2,
  });
});

test('of a printed row with cells missing no cell is marked, and nothing is computed from it', () => {
  const text = ['Boring\tDepth\tSolvent', 'B1\t2.0\t0.2', 'B7\t41.0'].join('\n');
  const uneven = createInMemoryIndex([{ id: 1, title: 'Soil', texts: [text] }]);
  const answer = (question: string) =>
    uneven.find({ text: question, accessFilter: { all: true }, limit: 10, method: 'hybrid' }).table;
  const table = answer('How much solvent was found in boring B7?');
  expect(table?.rows[0]?.cells).toEqual(['B7', '41.0']);
  expect(table?.column).toBeUndefined();
  expect(answer('Which boring has the highest solvent?')?.computation).toBeUndefined();
});

test('rows are counted, and filtered by what the question names', () => {
  expect(ask('How many insurance policies are there?')?.computation).toEqual({
    kind: 'count',
    value: '3',
    rowCount: 3,
  });
  expect(ask('Which policies are with the insurer Harbour?')?.rows).toHaveLength(2);
});

test('dates are ordered as dates', () => {
  const table = ask('Which policy has the earliest renewal?');
  expect(table?.rows[0]?.cells[0]).toBe('Marine cargo');
});

test('the years of a row are compared, costs in brackets by their size', () => {
  expect(ask('In which year were materials higher?')).toMatchObject({
    column: 1,
    computation: { kind: 'largest', column: 1, rowCount: 1 },
  });
});

test('prose is no table, and a header alone is never an answer', () => {
  expect(ask('How was the year for people?')).toBeUndefined();
  for (const question of ['What is the premium?', 'What is the renewal of policies?', 'orders of a customer'])
    expect(ask(question)?.rows.some(({ cells }) => cells.includes('Policy'))).not.toBe(true);
});

test('hidden documents take no part in a computed answer', () => {
  const query = { text: 'Which customer has the largest orders?', limit: 10, method: 'hybrid' } as const;
  const accessFilter = { folderIds: [1], rootOwnerId: null, exceptDocumentIds: [1] };
  expect(find({ ...query, accessFilter }).table).toBeUndefined();
});
