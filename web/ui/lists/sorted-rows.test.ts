import { expect, test } from 'vitest';
import { sortRows } from './sorted-rows.ts';
import type { TableColumn } from './table-column.ts';

interface Row {
  readonly name: string;
  readonly views: number | null;
}

const ROWS: readonly Row[] = [
  { name: 'b 10', views: 2 },
  { name: 'a', views: null },
  { name: 'B 9', views: 10 },
  { name: 'ä', views: 2 },
];
const NAME: TableColumn<Row> = {
  id: 'name',
  header: 'Name',
  cell: () => null,
  values: [['Name', ({ name }) => name]],
};
const VIEWS: TableColumn<Row> = {
  id: 'views',
  header: 'Views',
  cell: () => null,
  values: [['Views', ({ views }) => views]],
};
const namesBy = (column: TableColumn<Row>, isDescending: boolean) =>
  sortRows(ROWS, column, isDescending).map(({ name }) => name);

test('texts are sorted without regard to case, and numbers in them by their size', () => {
  expect(namesBy(NAME, false)).toEqual(['a', 'ä', 'B 9', 'b 10']);
  expect(namesBy(NAME, true)).toEqual(['b 10', 'B 9', 'a', 'ä']);
});

test('figures are sorted by size, equal ones stay in order, and rows without one come last', () => {
  expect(namesBy(VIEWS, true)).toEqual(['B 9', 'b 10', 'ä', 'a']);
  expect(namesBy(VIEWS, false)).toEqual(['b 10', 'ä', 'B 9', 'a']);
});
