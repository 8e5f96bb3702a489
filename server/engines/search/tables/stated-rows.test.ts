import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const rowsOf = (columns: string[], rows: string[][]): string =>
  [
    columns.join('; '),
    ...rows.map((cells) => cells.map((cell, at) => `${columns[at]}: ${cell}`).join('; ')),
  ].join('\n');

/** Asks a room that has one sheet, and a letter. */
function ask(title: string, text: string, question: string, prose?: string) {
  const { find } = createInMemoryIndex([
    { id: 1, title, texts: [text] },
    { id: 2, title: 'Letter', texts: ['The year was good for all of our people.'] },
    ...(prose === undefined ? [] : [{ id: 3, title: `${title} report`, texts: [prose] }]),
  ]);
  const { table, hits } = find({ text: question, accessFilter: { all: true }, limit: 10, method: 'hybrid' });
  const [row] = table?.rows ?? [];
  return {
    cell: table?.column === undefined ? undefined : row?.cells[table.column],
    names: table?.rows.map(({ cells }) => cells[0]),
    kind: table?.computation?.kind,
    value: table?.computation?.value,
    first: hits[0]?.documentId,
    table,
  };
}

const FUND = rowsOf(
  ['Group', 'Members'],
  [
    ['Active members', '120'],
    ['Pensioners', '84'],
    ['Deferred members', '31'],
  ],
);
const SCHEMES = [
  ['Oslo', '40', '30'],
  ['Bergen', '55', '14'],
];
const COLUMNS = ['Scheme', 'Active members', 'Pensioners'];

test('a row that states the number of what is counted wins over the count of rows', () => {
  for (const title of ['Pension fund', 'Register of pensioners']) {
    const { cell, kind } = ask(title, FUND, 'How many pensioners are there?');
    expect([cell, kind]).toEqual(['84', undefined]);
  }
});

test('the numbers of a column are added, those of the total taken, and of a row that is named the own one', () => {
  const sheet = rowsOf(COLUMNS, SCHEMES);
  const question = 'How many pensioners are there?';
  expect(ask('Pension schemes', sheet, question)).toMatchObject({ kind: 'sum', value: '44' });
  const withTotal = rowsOf(COLUMNS, [...SCHEMES, ['Total', '95', '44']]);
  expect(ask('Pension schemes', withTotal, question)).toMatchObject({ cell: '44', kind: undefined });
  expect(ask('Pension schemes', sheet, 'How many pensioners does the Oslo scheme have?').cell).toBe('30');
});

test('numbers of several years are not added', () => {
  const sheet = rowsOf(
    ['Year', 'Pensioners'],
    [
      ['2023', '80'],
      ['2024', '84'],
    ],
  );
  expect(ask('Pension scheme', sheet, 'How many pensioners are there?').kind).toBeUndefined();
  expect(ask('Pension scheme', sheet, 'How many pensioners were there in 2023?').cell).toBe('80');
});

test('rows are counted where nothing states their number', () => {
  const sheet = rowsOf(
    ['Pensioner', 'Born'],
    [
      ['Ida Moe', '1950'],
      ['Per Lie', '1948'],
    ],
  );
  expect(ask('Pensioners', sheet, 'How many pensioners are there?')).toMatchObject({
    kind: 'count',
    value: '2',
  });
});

test('a sentence that says the number wins over the count of rows', () => {
  const sheet = rowsOf(
    ['Pensioner', 'Letter sent'],
    [
      ['Ida Moe', '3 May 2026'],
      ['Per Lie', '4 May 2026'],
    ],
  );
  const prose = 'At the end of the year the fund had 84 pensioners. It paid all of the pensioners on time.';
  const { first, kind } = ask('Pension fund', sheet, 'How many pensioners does the fund have?', prose);
  expect([first, kind]).toEqual([3, undefined]);
});

const RENTS = [
  ['Acme', '1,000'],
  ['Birch', '1,400'],
  ['Cedar', '900'],
];

test('an average that a row states is shown, and otherwise computed from the rows', () => {
  const columns = ['Tenant', 'Rent'];
  const question = 'What is the average rent?';
  const computed = ask('Rent roll', rowsOf(columns, RENTS), question);
  expect(computed).toMatchObject({ kind: 'average', value: '1,100' });
  const stated = rowsOf(columns, [...RENTS, ['Average rent', '1,130']]);
  expect(ask('Rent roll', stated, question)).toMatchObject({ cell: '1,130', kind: undefined });
  expect(ask('Rent roll', stated, 'What is the total rent?')).toMatchObject({ kind: 'sum', value: '3,300' });
  expect(ask('Rent roll', stated, 'How many tenants are there?').value).toBe('3');
});

test('the lines of a statement are not averaged, each of them is something else', () => {
  const sheet = [
    'In thousands\t2019\t2018',
    'Weighted average shares\t442\t439',
    'Diluted shares\t445\t443',
  ].join('\n');
  const { cell, kind } = ask('Shares', sheet, 'What was the weighted average of shares in 2018?');
  expect([cell, kind]).toEqual(['439', undefined]);
  expect(ask('Shares', sheet, 'What was the average of shares in 2018?').kind).toBeUndefined();
});

test('a row that states the largest or latest is shown, and otherwise rows are ordered', () => {
  const columns = ['Item', 'Tenant'];
  const facts = rowsOf(columns, [
    ['Largest tenant', 'Acme'],
    ['Latest valuation', 'May 2026'],
    ['Oldest lease', 'Birch'],
  ]);
  expect(ask('Building', facts, 'Who is the largest tenant?').cell).toBe('Acme');
  expect(ask('Building', facts, 'What is the latest valuation?').cell).toBe('May 2026');
  const ordered = ask('Rent roll', rowsOf(['Tenant', 'Rent'], RENTS), 'Who is the largest tenant by rent?');
  expect([ordered.kind, ordered.names?.[0]]).toEqual(['largest', 'Birch']);
});

const SIGNED = rowsOf(
  ['Shareholder', 'Signed'],
  [
    ['Ida Moe', 'yes'],
    ['Per Lie', 'no'],
    ['Ann Berg', 'yes'],
    ['Tor Dahl', 'pending'],
  ],
);

test('of the people of a list those who signed are named and counted', () => {
  expect(ask('Shareholders', SIGNED, 'Which shareholders signed?').names).toEqual(['Ida Moe', 'Ann Berg']);
  expect(ask('Shareholders', SIGNED, 'Who signed?').names).toEqual(['Ida Moe', 'Ann Berg']);
  expect(ask('Shareholders', SIGNED, 'Which shareholders have not signed?').names).toEqual([
    'Per Lie',
    'Tor Dahl',
  ]);
  expect(ask('Shareholders', SIGNED, 'How many shareholders signed?').value).toBe('2');
});

const LEASES = rowsOf(
  ['Lease', 'Break option'],
  [
    ['Oslo', 'yes'],
    ['Bergen', 'no'],
    ['Bodø', 'no'],
  ],
);

test('a negation in any form asks for the rows without', () => {
  const count = (rest: string) => ask('Leases', LEASES, `How many leases ${rest}?`);
  expect(count('have a break option').value).toBe('1');
  for (const rest of ['have no break option', 'lack a break option', 'are without a break option'])
    expect([rest, count(rest).value]).toEqual([rest, '2']);
});

const RECORDS = rowsOf(
  ['Record', 'Missing'],
  [
    ['Deed', 'yes'],
    ['Survey', 'no'],
    ['Permit', 'no'],
  ],
);

test('a negation that names the column asks for the rows with yes, and a number is none', () => {
  expect(ask('Records', RECORDS, 'How many records are missing?').value).toBe('1');
  expect(ask('Records', RECORDS, 'How many records are not missing?').value).toBe('2');
  expect(ask('Leases', LEASES, 'How many leases have a break option in clause no. 4?').value).not.toBe('2');
});

test('nothing is averaged where the rows that are asked for have no amount', () => {
  const rents = rowsOf(
    ['Tenant', 'City', 'Rent'],
    [
      ['Acme', 'Oslo', ''],
      ['Birch', 'Oslo', ''],
      ['Cedar', 'Bergen', '90'],
      ['Dune', 'Bergen', '110'],
    ],
  );
  expect(ask('Rent roll', rents, 'What is the average rent in Bergen?').value).toBe('100');
  expect(ask('Rent roll', rents, 'What is the average rent in Oslo?').value).toBeUndefined();
});
