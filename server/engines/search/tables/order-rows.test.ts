import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

/** Asks a document of these lines; returns what was computed and the first cells of the rows. */
function ask(lines: readonly string[], text: string) {
  const { find } = createInMemoryIndex([{ id: 1, title: 'Schedule', texts: [lines.join('\n')] }]);
  const { table } = find({ text, accessFilter: { all: true }, limit: 10, method: 'hybrid' });
  const { computation } = table ?? {};
  return { computation, first: computation && table?.rows.map(({ cells }) => cells[0]) };
}

const loans = (...rates: string[]) => [
  'Lender; Interest rate; Maturity',
  ...rates.map(
    (rate, at) => `Lender: Bank ${'ABCD'[at]}; Interest rate: ${rate}; Maturity: 2026-0${at + 1}-01`,
  ),
];

test('percentages of three decimals are ordered with others', () => {
  const { computation, first } = ask(
    loans('4.125%', '5.5%', '3.75%'),
    'Which lender has the largest interest rate?',
  );
  expect(first).toEqual(['Bank B', 'Bank A', 'Bank C']);
  expect(computation).toMatchObject({ kind: 'largest', rowCount: 3 });
});

test('amounts of several currencies, and values that cannot be read, are not ordered', () => {
  const question = 'Which lender has the largest interest rate?';
  expect(ask(loans('EUR 100,000', 'JPY 5,000,000', 'EUR 3,000'), question).computation).toBeUndefined();
  expect(ask(loans('4.125', '5.5', '3.75'), question).computation).toBeUndefined();
  expect(ask(loans('4%', 'base rate plus 2%', '5%', '3%'), question).computation).toBeUndefined();
});

test('rows without a value are neither ordered nor counted', () => {
  const { computation, first } = ask(
    loans('4%', 'n/a', '5%', '3%'),
    'Which lender has the largest interest rate?',
  );
  expect(first).toEqual(['Bank C', 'Bank A', 'Bank D']);
  expect(computation).toMatchObject({ rowCount: 3 });
});

const leases = (...ends: string[]) => [
  'Site; Tenant; End of lease',
  ...ends.map((end, at) => `Site: Site ${'ABC'[at]}; Tenant: T${at}; End of lease: ${end}`),
];

test('a date with slashes is ordered among others, and one that may be of two days leaves nothing ordered', () => {
  const question = 'Which site has the latest end of lease?';
  expect(ask(leases('2026-05-01', '31/12/2027', '21st March 2027'), question).first).toEqual([
    'Site B',
    'Site C',
    'Site A',
  ]);
  expect(ask(leases('2026-05-01', '03/04/2027', '2027-03-21'), question).computation).toBeUndefined();
});

const orders = (...amounts: string[]) => [
  'Quarter; Customer; Orders',
  ...amounts.map(
    (amount, at) => `Quarter: Q${at + 1}; Customer: ${['Alder', 'Birch'][at % 2]}; Orders: ${amount}`,
  ),
];

test('rows of one name are added only in one currency, and where all of them are read', () => {
  const question = 'Which customer has the largest orders?';
  expect(ask(orders('€1,200', '€900', '€1,300', '€2,000'), question).first).toEqual(['Birch', 'Alder']);
  expect(ask(orders('€1,200', '€900', '$1,300', '€2,000'), question).computation).toBeUndefined();
  expect(ask(orders('€1,200', '€900', '1,300', '€2,000'), question).computation).toBeUndefined();
  expect(ask(orders('€1,200', '€900', 'as agreed', '€2,000', '€1'), question).computation).toBeUndefined();
});

test('periods are compared only in one currency', () => {
  const accounts = (earlier: string) => [
    '£ thousand\t2025\t2024',
    `Materials\t£20,900\t${earlier}`,
    'Rent\t£5\t£6',
  ];
  const question = 'In which year were materials higher?';
  expect(ask(accounts('£18,530'), question).computation).toMatchObject({ kind: 'largest', column: 1 });
  expect(ask(accounts('$28,530'), question).computation).toBeUndefined();
});
