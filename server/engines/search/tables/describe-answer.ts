import type { AnsweringRows } from './choose-column.ts';
import type { TablePassage } from './read-table.ts';
import type { Table, TableAnswer } from './table-types.ts';

const MAX_COLUMNS = 8;
const UNIT =
  /(?:[£€$¥]|\b(?:USD|EUR|GBP|CHF|NOK|SEK|DKK|PLN)\b)?\s*\(?(?:\b(?:in )?(?:thousands?|millions?|billions?)\b|'000s?|\b000s\b|\b(?:Tsd|Mio|Mrd)\.?|\bTEUR|\ben (?:milliers|millions)|\ben (?:miles|millones))(?: of (?:pounds|dollars|euros)| d['’]euros| de euros)?/iu;

/** Leaves the columns that the rows fill, at most MAX_COLUMNS, among them those that answer. */
export function describeAnswer(
  { entry, chunkRead }: TablePassage,
  table: Table,
  answer: AnsweringRows,
): TableAnswer {
  const { rows, column, columns = [], computation } = answer;
  const filled = [...table.columns.keys()].filter((each) => rows.some(({ cells }) => cells[each] !== ''));
  const asked = [
    ...new Set([columns, column ?? [], computation?.cells?.map((cell) => cell.column) ?? []].flat()),
  ];
  const others = filled
    .filter((each) => !asked.includes(each))
    .slice(0, Math.max(1, MAX_COLUMNS - asked.length));
  const shown = [...asked, ...others].toSorted((left, right) => left - right);
  const { page, sheet, slide } = chunkRead;
  const unit = unitOf(table);
  const columnShown = column === undefined ? undefined : shown.indexOf(column);
  return {
    documentId: entry.id,
    ...(page !== undefined && { page }),
    ...(sheet !== undefined && { sheet }),
    ...(slide !== undefined && { slide }),
    ...(unit !== undefined && { unit }),
    columns: shown.map((each) => table.columns[each] ?? ''),
    rows: rows.map(({ cells, text, start, end }) => ({
      cells: shown.map((each) => cells[each] ?? ''),
      text,
      start,
      end,
    })),
    ...(columnShown !== undefined && { column: columnShown }),
    ...(columns.length > 1 && { askedColumns: columns.map((each) => shown.indexOf(each)) }),
    ...(computation !== undefined && {
      computation: {
        ...computation,
        ...(computation.column !== undefined && { column: shown.indexOf(computation.column) }),
        ...(computation.cells && {
          cells: computation.cells.map((cell) => ({ ...cell, column: shown.indexOf(cell.column) })),
        }),
      },
    }),
  };
}

/** Returns the scale of the amounts that the first column's name or the nearest note states. */
function unitOf({ columns, notes }: Table): string | undefined {
  for (const text of [columns[0] ?? '', ...notes.toReversed()]) {
    if (text.length >= 200) continue;
    const unit = UNIT.exec(text)?.[0]
      .trim()
      .replace(/^\(|\s*\($/g, '');
    if (unit !== undefined) return unit;
  }
  return undefined;
}
