import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

type Line = readonly [name: string, rent: string];

/** Asks for the total rent of these rows; returns the value that was computed, or the cell that answers. */
function askTotal(rows: readonly Line[]): string | undefined {
  const lines = ['Unit; Rent', ...rows.map(([name, rent]) => `Unit: ${name}; Rent: ${rent}`)];
  const { find } = createInMemoryIndex([{ id: 1, title: 'Rent roll', texts: [lines.join('\n')] }]);
  const { table } = find({
    ...{ text: 'What is the total rent?', accessFilter: { all: true }, limit: 10, method: 'hybrid' },
  });
  if (table?.computation !== undefined) return table.computation.value;
  return table?.column === undefined ? undefined : table.rows[0]?.cells[table.column];
}

const EAST: readonly Line[] = [
  ['Shop', '100'],
  ['Office', '200'],
];
const WEST: readonly Line[] = [
  ['Store', '300'],
  ['Garage', '50'],
];

test('a subtotal is not given as the total', () => {
  for (const name of ['Subtotal', 'Sub-total', 'Zwischensumme'])
    expect(askTotal([...EAST, [name, '300'], ...WEST, [name, '350']])).toBe('650');
  expect(askTotal([...EAST, ['Subtotal', '300'], ...WEST])).toBe('650');
});

test('a total beside subtotals is taken, and the only total', () => {
  expect(askTotal([...EAST, ['Subtotal', '300'], ...WEST, ['Subtotal', '350'], ['Total', '651']])).toBe(
    '651',
  );
  expect(askTotal([...EAST, ['Total', '301']])).toBe('301');
});

test('of several totals none is taken, and the rows are added', () => {
  expect(askTotal([...EAST, ['Total east', '300'], ...WEST, ['Total west', '350']])).toBe('650');
});
