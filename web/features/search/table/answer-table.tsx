import { Link } from 'wouter';
import type { AnswerTable as Table } from '#shared/contracts/search/answer-table.ts';
import { buildFilePath, formatPassageLocation } from '#web/features/viewers/passage.ts';

const NUMERIC = /^[-–(]?\s*(?:\p{Sc}|[A-Z]{3}\s)?\s*\d[\d.,'’\s]*%?\)?$/u;

/**
 * The rows of a table that answer, with the names of their columns; the cells that answer are marked, or those that the answer
 * was computed from.
 */
export function AnswerTable({ table }: { table: Table }) {
  const { fileId, fileName, page, sheet, slide, unit, columns, rows, column, askedColumns, computation } =
    table;
  const place = formatPassageLocation({ page, sheet, slide });
  const hasNames = columns.some((name) => name !== '');
  const isNumeric = columns.map((_, at) =>
    rows.every(({ cells }) => cells[at] === '' || NUMERIC.test(cells[at] ?? '')),
  );
  const computed = computation?.cells && 'Computed from the marked cells';
  const caption = [fileName, place, unit, computed].filter(Boolean).join(' · ');
  const markedOf = (row: number) =>
    computation?.cells?.filter((cell) => cell.row === row).map((cell) => cell.column) ??
    (row === 0 ? (askedColumns ?? (column === undefined ? [] : [column])) : []);
  return (
    <section
      aria-label={`Table of ${fileName}`}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="px-3 py-2 text-left text-ink-muted text-xs wrap-anywhere">{caption}</caption>
        {hasNames && <ColumnNames {...{ columns, isNumeric }} />}
        <tbody>
          {rows.map(({ cells, quote, start }, row) => (
            <AnswerRow
              key={start}
              {...{ cells, isNumeric }}
              marked={markedOf(row)}
              href={buildFilePath(fileId, { page, sheet, slide, quote })}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ColumnNamesProps {
  columns: readonly string[];
  /** Numbers stand at the right of their column. */
  isNumeric: readonly boolean[];
}

function ColumnNames({ columns, isNumeric }: ColumnNamesProps) {
  return (
    <thead>
      <tr className="border-line border-y bg-hover">
        {columns.map((name, at) => (
          <th
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
            key={at}
            scope="col"
            className={`px-3 py-1.5 align-bottom font-semibold ${isNumeric[at] ? 'text-right' : 'text-left'}`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface AnswerRowProps extends Pick<ColumnNamesProps, 'isNumeric'> {
  cells: readonly string[];
  /** The places of the cells that answer, in their row. */
  marked: readonly number[];
  href: string;
}

function AnswerRow({ cells, isNumeric, marked, href }: AnswerRowProps) {
  return (
    <tr className="border-line border-t first:border-t-0 hover:bg-hover">
      {cells.map((cell, at) => {
        const shown = marked.includes(at) ? (
          <mark className="rounded-sm bg-warning-soft px-0.5 font-semibold text-warning-ink">{cell}</mark>
        ) : (
          cell
        );
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their place
            key={at}
            className={`max-w-80 px-3 py-1.5 align-top wrap-break-word ${isNumeric[at] ? 'whitespace-nowrap text-right tabular-nums' : ''}`}
          >
            {at === 0 ? (
              <Link data-search-result href={href} className="font-medium text-accent-ink hover:underline">
                {cell === '' ? 'Open' : shown}
              </Link>
            ) : (
              shown
            )}
          </td>
        );
      })}
    </tr>
  );
}
