import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type KeyboardEvent, lazy, Suspense } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import type { TableSelection } from './row-selection.ts';
import { getCheckboxStyles, getColumnStyles, type TableColumn } from './table-column.ts';

const loadResizing = () => import('./resize-handle.tsx');
const ResizeHandle = lazy(async () => ({ default: (await loadResizing()).ResizeHandle }));

const HEADER_STYLES =
  'sticky top-(--navigation-height,0px) z-10 h-9 truncate border-line border-b bg-surface px-3 text-left first:rounded-tl-lg last:rounded-tr-lg font-medium text-ink-muted text-xs';

interface TableHeaderProps<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  selection: TableSelection<Row> | undefined;
}

/** The header row: a checkbox for all rows in selection mode, then a cell per column, of which some can be resized. */
export function TableHeader<Row>({ columns, rows, rowKey, selection }: TableHeaderProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={clsx(HEADER_STYLES, getCheckboxStyles(selection.isActive))}>
            {selection.isActive ? (
              <SelectAll {...{ rows, rowKey }} keys={selection.keys} onChange={selection.onChange} />
            ) : (
              <span className="sr-only">Select</span>
            )}
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
              <SortButton
                label={column.header}
                align={column.align}
                onResize={column.onResize}
                {...column.sort}
              />
            ) : (
              <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
            )}
            <Suspense>{column.onResize && <ResizeHandle onResize={column.onResize} />}</Suspense>
          </th>
        ))}
      </tr>
    </thead>
  );
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
      indeterminate={!isAll && keys.size > 0}
      onChange={() => onChange(new Set(isAll ? [] : rows.map(rowKey)))}
    />
  );
}

function handleResizeKeys(
  { key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>,
  onResize: (widthPx: number | null) => void,
): void {
  if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
  void loadResizing().then(({ resizeWithKey }) => resizeWithKey(currentTarget, key, onResize));
}

interface SortButtonProps {
  label: string;
  align: 'end' | undefined;
  direction: 'ascending' | 'descending' | null;
  onChange: () => void;
  onResize: ((widthPx: number | null) => void) | undefined;
}

/**
 * Sorts by its column; with Shift and an arrow key it changes the width. The header cell around it announces the direction with
 * aria-sort.
 */
function SortButton({ label, align, direction, onChange, onResize }: SortButtonProps) {
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onChange}
      aria-keyshortcuts={onResize && 'Shift+ArrowLeft Shift+ArrowRight'}
      onKeyDown={(event) => onResize && handleResizeKeys(event, onResize)}
      className={clsx(
        'group/sort inline-flex h-7 items-center gap-1 rounded-sm hover:text-ink',
        // Aligns the label, not the arrow, with the right-aligned cells of the column.
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
