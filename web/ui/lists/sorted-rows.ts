import { useMemo, useState } from 'react';
import type { ColumnValue, TableColumn } from './table-column.ts';

interface Sorting {
  readonly id: string;
  readonly isDescending: boolean;
}

interface SortedRows<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
}

const COLLATOR = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

const getValue = <Row>(column: TableColumn<Row>, row: Row): ReturnType<ColumnValue<Row>[1]> =>
  column.values?.[0]?.[1](row) ?? null;

/** Sorts rows by the first value of a column; equal ones keep their order, and those without a value come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: TableColumn<Row>,
  isDescending: boolean,
): readonly Row[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((first, second) => {
    const [one, other] = [getValue(column, first), getValue(column, second)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : COLLATOR.compare(String(one), String(other));
    return sign * order;
  });
}

/**
 * Makes the columns with values sort a table whose rows are all here: a second click reverses the order. Figures begin with the
 * largest, texts with the first.
 */
export function useSortedRows<Row>(
  { columns, rows }: SortedRows<Row>,
  { isComplete }: { isComplete: boolean },
): SortedRows<Row> {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  // A page that is added later neither changes the order back nor takes the button away that has the focus.
  const canSort = isComplete || sorting !== null;
  const sorted = useMemo(() => {
    const column = columns.find(({ id }) => id === sorting?.id);
    return column && sorting ? sortRows(rows, column, sorting.isDescending) : rows;
  }, [columns, rows, sorting]);
  // The same columns as long as nothing changes: rows are rendered again with others.
  const sortable = useMemo(() => {
    const addSort = (column: TableColumn<Row>): TableColumn<Row> => {
      const isSorted = sorting?.id === column.id;
      const isNumeric = () => rows.some((row) => typeof getValue(column, row) === 'number');
      return {
        ...column,
        sort: {
          direction: isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : null,
          onChange: () =>
            setSorting({ id: column.id, isDescending: isSorted ? !sorting.isDescending : isNumeric() }),
        },
      };
    };
    return canSort
      ? columns.map((column) => (column.values && !column.sort ? addSort(column) : column))
      : columns;
  }, [columns, rows, sorting, canSort]);
  return { columns: sortable, rows: sorted };
}
