import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { getColumnName, type Sheet } from './sheet.ts';
import type { SheetReader } from './sheet-reader.ts';

/** Rows per fetched block. Few blocks are kept, more than any screen shows. */
const BLOCK_ROWS = 200;
const MAX_BLOCKS = 4;

/** Returns the loaded rows of a sheet by index and fetches those from `first` to `end`. */
function useSheetRows(reader: SheetReader, sheet: number, first: number, end: number) {
  const [blocks, setBlocks] = useState<ReadonlyMap<number, string[][]>>(new Map());
  const from = Math.floor(first / BLOCK_ROWS);
  const to = Math.floor(Math.max(first, end - 1) / BLOCK_ROWS);

  useEffect(() => {
    let isStale = false;
    for (let block = from; block <= to; block += 1) {
      void reader.rows(sheet, block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS).then((rows) => {
        if (isStale) return;
        setBlocks((known) =>
          new Map([...known].filter(([index]) => index !== block).slice(1 - MAX_BLOCKS)).set(block, rows),
        );
      });
    }
    return () => {
      isStale = true;
    };
  }, [reader, sheet, from, to]);

  return (row: number): string[] | undefined => blocks.get(Math.floor(row / BLOCK_ROWS))?.[row % BLOCK_ROWS];
}

const ROW_PX = 28;
const CELL_STYLES = 'truncate border-line border-r border-b px-2';
const HEADER_STYLES = 'truncate border-line border-r border-b bg-sunken px-2 font-medium text-ink-muted';
/** Matches amounts and percentages in the formats of any locale. */
const NUMBER = /^[-+(]?\p{Sc}?\s?\d[\d.,\s'’]*\s?(?:%|\p{Sc}|\))?$/u;

interface SheetTableProps {
  reader: SheetReader;
  sheet: Sheet;
  index: number;
  label: string;
  /** Row that the citation refers to. */
  highlightedRow: number | null;
}

/** Renders only the visible rows of a sheet. The first row is sticky, as it names the columns. */
export function SheetTable({ reader, sheet, index, label, highlightedRow }: SheetTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: sheet.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const virtualRows = virtual.getVirtualItems();
  const rowAt = useSheetRows(reader, index, virtualRows[0]?.index ?? 0, (virtualRows.at(-1)?.index ?? 0) + 1);
  const header = useSheetRows(reader, index, 0, 1)(0);

  useEffect(() => {
    if (highlightedRow !== null) virtual.scrollToIndex(highlightedRow, { align: 'center' });
  }, [virtual, highlightedRow]);

  const columns = Array.from({ length: sheet.columns }, (_, column) => column);
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by the keyboard
      tabIndex={0}
      className="max-h-(--sheet-height,75dvh) min-h-72 flex-1 overflow-auto rounded-[inherit] border-line bg-surface text-sm"
    >
      <table
        aria-label={label}
        aria-rowcount={sheet.rows}
        className="table-fixed border-separate border-spacing-0"
      >
        <colgroup>
          <col style={{ width: '4rem' }} />
          {columns.map((column) => (
            <col key={column} style={{ width: `${(sheet.widths[column] ?? 0) + 3}ch` }} />
          ))}
        </colgroup>
        <SheetHead {...{ columns, header }} isHighlighted={highlightedRow === 0} />
        <tbody>
          {/* The first row is rendered in the table head. */}
          <SpacerRow height={Math.max(0, (virtualRows[0]?.start ?? 0) - ROW_PX)} />
          {virtualRows.map(({ index: row }) =>
            row === 0 ? null : (
              <SheetRow
                key={row}
                {...{ row, columns }}
                cells={rowAt(row)}
                isHighlighted={row === highlightedRow}
              />
            ),
          )}
          <SpacerRow height={virtual.getTotalSize() - (virtualRows.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

const highlightStyles = (isHighlighted: boolean) => isHighlighted && 'bg-warning-soft text-warning-ink';

interface SheetHeadProps {
  columns: readonly number[];
  /** Cells of the first row, once loaded. */
  header: readonly string[] | undefined;
  isHighlighted: boolean;
}

/** Shows the column letters and the first row of the sheet. */
function SheetHead({ columns, header, isHighlighted }: SheetHeadProps) {
  return (
    <thead className="sticky top-0 z-10">
      <tr style={{ height: ROW_PX }}>
        <td className={clsx(HEADER_STYLES, 'sticky left-0 z-10')} />
        {columns.map((column) => (
          <th key={column} scope="col" className={clsx(HEADER_STYLES, 'text-center')}>
            {getColumnName(column)}
          </th>
        ))}
      </tr>
      <tr style={{ height: ROW_PX }} aria-rowindex={1}>
        <RowNumber row={0} />
        {columns.map((column) => (
          <td
            key={column}
            title={header?.[column]}
            className={clsx(CELL_STYLES, 'bg-surface font-semibold', highlightStyles(isHighlighted))}
          >
            {header?.[column]}
          </td>
        ))}
      </tr>
    </thead>
  );
}

interface SheetRowProps {
  row: number;
  columns: readonly number[];
  /** Undefined until the row is loaded. */
  cells: readonly string[] | undefined;
  isHighlighted: boolean;
}

function SheetRow({ row, columns, cells, isHighlighted }: SheetRowProps) {
  return (
    <tr aria-rowindex={row + 1} style={{ height: ROW_PX }} aria-current={isHighlighted || undefined}>
      <RowNumber row={row} />
      {columns.map((column) => {
        const text = cells?.[column] ?? '';
        return (
          <td
            key={column}
            title={text || undefined}
            className={clsx(
              CELL_STYLES,
              NUMBER.test(text) && 'text-right tabular-nums',
              highlightStyles(isHighlighted),
            )}
          >
            {text}
          </td>
        );
      })}
    </tr>
  );
}

function RowNumber({ row }: { row: number }) {
  return (
    <th scope="row" className={clsx(HEADER_STYLES, 'sticky left-0 text-right tabular-nums')}>
      {row + 1}
    </th>
  );
}

/** Takes the height of the rows that are not rendered. */
function SpacerRow({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null;
}
