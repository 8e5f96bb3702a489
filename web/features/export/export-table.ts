import { toastError } from '#web/features/errors/toast-error.ts';
import { downloadBlob } from '#web/lib/browser/download.ts';
import { formatCsv } from '#web/lib/lists/format-csv.ts';
import type { TableColumn } from '#web/ui/lists/table-column.ts';

type ExportedColumn<Row> = Pick<TableColumn<Row>, 'values'>;

export interface TableExport<Row> {
  /** The name of the file without its ending. */
  name: string;
  columns: readonly ExportedColumn<Row>[];
  /** All rows, or what fetches them, also those that the screen has not loaded. */
  rows: readonly Row[] | (() => Promise<readonly Row[]>);
}

/** Formats rows as CSV with the values of the columns, in their order. */
export function formatTable<Row>(columns: readonly ExportedColumn<Row>[], rows: readonly Row[]): string {
  const values = columns.flatMap(({ values = [] }) => values);
  return formatCsv([
    values.map(([header]) => header),
    ...rows.map((row) => values.map(([, read]) => read(row))),
  ]);
}

/** Downloads a table as CSV, and says when that failed. */
export async function exportTable<Row>({ name, columns, rows }: TableExport<Row>): Promise<void> {
  try {
    const all = typeof rows === 'function' ? await rows() : rows;
    downloadBlob(new Blob([formatTable(columns, all)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
  } catch (error) {
    toastError('Failed to export the table', error instanceof Error ? error : new Error(String(error)));
  }
}
