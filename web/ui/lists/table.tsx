import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useRef } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import { handleRowArrowKeys } from './row-navigation.ts';
import { type TableSelection, useRowSelection } from './row-selection.ts';
import { getColumnStyles, type TableColumn } from './table-column.ts';
import { TableRow } from './table-row.tsx';
import { useVirtualTableRows } from './visible-rows.ts';

interface SortButtonProps {
  label: string;
  align: 'end' | undefined;
  direction: 'ascending' | 'descending' | null;
  onChange: () => void;
}

/** A table's header that sorts by its column. The header cell around it says the direction by aria-sort. */
function SortButton({ label, align, direction, onChange }: SortButtonProps) {
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onChange}
      className={clsx(
        'group/sort inline-flex h-7 items-center gap-1 rounded-sm hover:text-ink',
        // The label, not the arrow, stands above the column's figures.
        align === 'end' && 'flex-row-reverse',
      )}
    >
      {label}
      <Icon
        size={12}
        className={
          direction ? undefined : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'
        }
      />
    </button>
  );
}

interface TableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  /** For the mouse: clicks on the row that meet no button, link or field in it. */
  onRowClick?: (row: Row) => void;
  /** The row whose details are open. */
  activeKey?: number | null;
  /** Where the table is narrow, rows have room for a second line that stands for the columns left out. */
  hasTwoLineRows?: boolean;
  selection?: TableSelection<Row>;
  /** Called with each row's element once it stands, as for dragging; what it answers is called when the row goes. */
  attachRow?: (row: Row, element: HTMLElement) => () => void;
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onRowClick, activeKey, hasTwoLineRows, selection, attachRow } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { indexes, before, after } = useVirtualTableRows(body, rows.length);
  const { onCheckboxChange, ...selecting } = useRowSelection({ rows, rowKey, selection }) ?? {};

  return (
    <div className="@container">
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr aria-rowindex={1}>
            {selection?.isActive && (
              <th scope="col" className={clsx(HEADER_STYLES, 'w-10')}>
                <SelectAll {...{ rows, rowKey }} keys={selection.keys} onChange={selection.onChange} />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={clsx(HEADER_STYLES, getColumnStyles(column))}
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
          {...selecting}
          onKeyDown={handleRowArrowKeys}
          // Where rows stand is reckoned, not found by the browser, which would correct it once more.
          className={clsx('[overflow-anchor:none]', hasTwoLineRows && '@max-2xl:[--row-size:3.25rem]')}
        >
          <SpacerRow height={before} />
          {indexes.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = rowKey(row);
            return (
              <TableRow
                key={key}
                {...{ row, index, columns }}
                isCurrent={key === activeKey}
                onClick={onRowClick}
                onAttach={attachRow}
                checkbox={{
                  isSelected: selection?.keys.has(key) ?? false,
                  label: selection?.isActive ? `Select ${selection.rowLabel(row)}` : undefined,
                  onChange: (event) => onCheckboxChange?.(key, event),
                }}
              />
            );
          })}
          <SpacerRow height={after} />
        </tbody>
      </table>
    </div>
  );
}

const HEADER_STYLES =
  'sticky top-(--navigation-height,0px) z-10 h-9 truncate border-line border-b bg-surface px-3 text-left first:rounded-tl-lg last:rounded-tr-lg font-medium text-ink-muted text-xs';
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
      indeterminate={!isAll && keys.size > 0}
      onChange={() => onChange(new Set(isAll ? [] : rows.map(rowKey)))}
    />
  );
}

/** Keeps the place of rows that are not drawn. Its cell spans nothing, or it would bring back columns left out. */
function SpacerRow({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}
