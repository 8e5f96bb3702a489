import { bestColumn, type TableMatch } from './match-table.ts';
import type { Table, TableComputation, TableRow } from './table-types.ts';

/** The rows that answer, best first. */
export interface AnsweringRows {
  rows: readonly TableRow[];
  column?: number;
  /** Columns of several years that are asked for, which are shown in any case and marked. */
  columns?: readonly number[];
  computation?: TableComputation;
  /** True when the row that the question names has every word that any row of the table has. */
  hasAll?: boolean;
}

/** Share of a column's cells that must be amounts or dates to order by it. */
const MIN_TYPED_SHARE = 0.6;
/** Amounts that “largest” means when the question does not say which. */
const USUAL_MEASURE =
  /revenue|sales|amount|value|total|share|orders|price|limit|balance|umsatz|betrag|wert|chiffre|montant|valeur|importe|valor|[£€$]/iu;

export const rowsAt = (table: Table, rows: readonly number[]): TableRow[] =>
  rows.flatMap((row) => table.rows[row] ?? []);

type CellReader = (cell: string) => number | undefined;

/** Tells whether most of the column's cells in these rows are amounts, or dates, as `read` reads them. */
export function isTyped({ rows }: Table, data: readonly number[], column: number, read: CellReader): boolean {
  const cells = data.map((row) => rows[row]?.cells[column] ?? '').filter((cell) => cell !== '');
  const typed = cells.filter((cell) => read(cell) !== undefined).length;
  return typed > 0 && typed >= MIN_TYPED_SHARE * cells.length;
}

/** Returns the typed column that the question names; without one the only typed column, or the usual measure. */
export function chooseColumn(
  table: Table,
  match: TableMatch,
  data: readonly number[],
  read: CellReader,
): number | undefined {
  const typed = [...table.columns.keys()].filter(
    (column) => column > 0 && isTyped(table, data, column, read),
  );
  const named = bestColumn(match, (column) => typed.includes(column));
  if (named !== undefined) return named;
  return typed.length === 1
    ? typed[0]
    : typed.find((column) => USUAL_MEASURE.test(table.columns[column] ?? ''));
}
