import { clsx } from 'clsx';
import { type MouseEvent, memo, type ReactNode, useRef } from 'react';
import { Checkbox } from './checkbox.tsx';
import { moveByArrows } from './row-keys.ts';
import { SortButton } from './sort-button.tsx';
import { useVirtualRows } from './virtual-rows.ts';

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** The first column names the row; what it opens must be a button or a link there, for the keyboard. */
  cell: (row: Row) => ReactNode;
  /** A CSS width; without one the column takes what is left. */
  width?: string;
  align?: 'end';
  /** Left out where the table itself is narrow. */
  secondary?: boolean;
  /** The header is read out but not shown, as over buttons. */
  hideHeader?: boolean;
  /** Makes the header a button; the direction is null while another column is the one sorted by. */
  sort?: { direction: 'ascending' | 'descending' | null; onChange: () => void };
}

interface TableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  /** For the mouse: clicks on the row that meet no button, link or field in it. */
  onRowClick?: (row: Row) => void;
  /** The row whose details are open. */
  currentKey?: number | null;
  /** Where the table is narrow, rows have room for a second line that stands for the columns left out. */
  twoLines?: boolean;
  /** With it each row has a checkbox, and the header one for all. */
  selection?: {
    keys: ReadonlySet<number>;
    onChange: (keys: ReadonlySet<number>) => void;
    rowLabel: (row: Row) => string;
  };
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onRowClick, currentKey, twoLines, selection } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { indexes, before, after } = useVirtualRows(body, rows.length);

  return (
    <div className="@container">
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th scope="col" className={clsx(HEADER, 'w-10')}>
                <SelectAll {...{ rows, rowKey }} keys={selection.keys} onChange={selection.onChange} />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={clsx(HEADER, placeOf(column))}
                style={{ width: column.width }}
                aria-sort={column.sort?.direction ?? undefined}
              >
                {column.sort ? (
                  <SortButton label={column.header} align={column.align} {...column.sort} />
                ) : (
                  <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          onKeyDown={moveByArrows}
          // Where rows stand is reckoned, not found by the browser, which would correct it once more.
          className={clsx('[overflow-anchor:none]', twoLines && '@max-2xl:[--row-size:3.25rem]')}
        >
          <Gap height={before} />
          {indexes.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = rowKey(row);
            const isSelected = selection?.keys.has(key) ?? false;
            return (
              <tr
                key={key}
                aria-rowindex={index + 2}
                aria-current={key === currentKey ? 'true' : undefined}
                data-selected={isSelected || undefined}
                onClick={onRowClick && ((event) => !meetsControl(event) && onRowClick(row))}
                className={clsx(
                  'hover:bg-hover aria-[current]:bg-selected data-selected:bg-selected last:*:border-b-0',
                  onRowClick && 'cursor-pointer',
                )}
              >
                {selection && (
                  <td className={CELL}>
                    <Checkbox
                      hideLabel
                      label={`Select ${selection.rowLabel(row)}`}
                      checked={isSelected}
                      onChange={() => selection.onChange(toggled(selection.keys, key))}
                    />
                  </td>
                )}
                <Cells {...{ row, columns }} />
              </tr>
            );
          })}
          <Gap height={after} />
        </tbody>
      </table>
    </div>
  );
}

const HEADER =
  'sticky top-(--navigation-height,0px) z-10 h-9 truncate border-line border-b bg-surface px-3 text-left first:rounded-tl-lg last:rounded-tr-lg font-medium text-ink-muted text-xs';
// A cell cuts off what is too long, and would cut off the focus rings in it as well.
const CELL =
  'h-row truncate border-line border-b px-3 **:outline-offset-[-2px] **:scroll-mt-[calc(var(--navigation-height,0px)+2.5rem)]';

function CellsOf<Row>({ row, columns }: { row: Row; columns: readonly TableColumn<Row>[] }): ReactNode {
  return columns.map((column) => (
    <td key={column.id} className={clsx(CELL, placeOf(column))}>
      {column.cell(row)}
    </td>
  ));
}

/** Scrolling draws the table anew at every step, but of its rows only those that come into sight. */
const Cells = memo(CellsOf) as typeof CellsOf; // memo forgets that the component is generic

function placeOf<Row>(column: TableColumn<Row>): string {
  return clsx(column.align === 'end' && 'text-right', column.secondary && 'hidden @2xl:table-cell');
}

/** Also of menus and dialogs that stand elsewhere on the page, whose clicks React passes on to the row. */
function meetsControl({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button, input, label, select') !== null;
}

function toggled(keys: ReadonlySet<number>, key: number): ReadonlySet<number> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface SelectAllProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  keys: ReadonlySet<number>;
  onChange: (keys: ReadonlySet<number>) => void;
}

function SelectAll<Row>({ rows, rowKey, keys, onChange }: SelectAllProps<Row>) {
  const isAll = rows.length > 0 && rows.every((row) => keys.has(rowKey(row)));
  return (
    <Checkbox
      hideLabel
      label="Select all"
      checked={isAll}
      mixed={!isAll && keys.size > 0}
      onChange={() => onChange(new Set(isAll ? [] : rows.map(rowKey)))}
    />
  );
}

/** Keeps the place of rows that are not drawn. Its cell spans nothing, or it would bring back columns left out. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}
