import type { PermittedView } from '../../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../../storage/indexed-entry.ts';
import { parseAmount } from '../cell-values.ts';
import { type AnsweringRow, findBestRow } from '../find-row.ts';
import { firstFilled } from '../match-table.ts';
import type { ChunkReader, ReadTable } from '../read-table.ts';
import { createRowSearch } from '../row-search.ts';
import { TableReader } from '../table-reader.ts';
import type { Table, TableComputation } from '../table-types.ts';
import { choosePeriodColumns } from './choose-periods.ts';
import { computeCells } from './compute-cells.ts';
import { type ComputedQuestion, readComputedQuestion } from './computed-question.ts';

/** A figure that was computed from cells of a table, and the rows that have them. */
interface ComputedFigure {
  read: ReadTable;
  rows: readonly number[];
  computation: TableComputation;
}

/**
 * Computes the figure that a question asks for from the rows of a document that state its parts; nothing where the document lacks
 * one of them.
 */
export function findComputedFigure(
  view: PermittedView,
  text: string,
  entry: IndexedEntry,
  readPassage: ChunkReader,
): ComputedFigure | undefined {
  const question = readComputedQuestion(text);
  if (question === undefined) return undefined;
  const found = findOperands(view, text, question, entry, new TableReader(readPassage));
  const [first] = found ?? [];
  if (found === undefined || first === undefined) return undefined;
  const rows = [...new Set(found.map(({ row }) => row))];
  const cells = found.flatMap(({ row, columns }) =>
    columns.map((column) => ({ row: rows.indexOf(row), column })),
  );
  const written = found.flatMap(({ read, row, columns }) =>
    columns.map((column) => cellAt(read.table, row, column)),
  );
  const value = computeCells(question.operation, written);
  if (value === undefined) return undefined;
  const computation = { kind: question.operation, value, rowCount: rows.length, cells } as const;
  return { read: first.read, rows, computation };
}

const cellAt = ({ rows }: Table, row: number, column: number): string => rows[row]?.cells[column] ?? '';

/** Finds the row of each operand, with its columns; all in one table, so that they have the same scale. */
function findOperands(
  view: PermittedView,
  text: string,
  { operands, years, months, stated }: ComputedQuestion,
  entry: IndexedEntry,
  tables: TableReader,
): AnsweringRow[] | undefined {
  const found: AnsweringRow[] = [];
  for (const operand of operands) {
    const rowSearch = createRowSearch(view, text, operand, entry);
    if (rowSearch === undefined) return undefined;
    const row = findBestRow(view, entry, rowSearch, tables, (table, at) => {
      const [first] = found;
      if (first !== undefined && (table !== first.read.table || at === first.row)) return undefined;
      const { cells = [], isUneven = false } = table.rows[at] ?? {};
      const columns = first?.columns ?? choosePeriodColumns(table, years, months);
      if (columns === undefined || isUneven || stated?.test(cells[firstFilled(cells)] ?? '') === true)
        return undefined;
      const areAmounts = columns.every((column) => parseAmount(cells[column] ?? '') !== undefined);
      return areAmounts ? { columns, length: 0 } : undefined;
    });
    if (row === undefined) return undefined;
    found.push(row);
  }
  return found;
}
