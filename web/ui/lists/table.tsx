import { clsx } from 'clsx';
import { type ChangeEvent, useRef } from 'react';
import { handleRowArrowKeys } from './row-navigation.ts';
import { type TableSelection, useRowSelection } from './row-selection.ts';
import { useStableCallback } from './stable-callback.ts';
import type { TableColumn } from './table-column.ts';
import { TableHeader } from './table-header.tsx';
import { TableRow } from './table-row.tsx';
import { useVirtualTableRows } from './visible-rows.ts';

interface TableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** Returns the row's id, unique within the table. */
  rowKey: (row: Row) => number;
  /** Handles mouse clicks on the row outside its buttons, links and fields. */
  onRowClick?: (row: Row) => void;
  /** The key of the row whose details are open. */
  activeKey?: number | null;
  /** Makes rows higher where the table is narrow, for a second line in place of the hidden columns. */
  hasTwoLineRows?: boolean;
  /** Lets the texts of cells wrap where the table is narrow: the rows then have heights of their own, and all are rendered. */
  wrapsWhenNarrow?: boolean;
  /** Makes rows lower where the table is wide and used with a mouse. */
  isCompact?: boolean;
  selection?: TableSelection<Row>;
  /** Receives the element of each rendered row, for example to make it draggable; returns a function that cleans up. */
  attachRow?: (row: Row, element: HTMLElement) => () => void;
}

/** A table that scrolls with the page and renders only the rows near the window once it is long. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onRowClick, activeKey, selection, attachRow } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { indexes, before, after } = useVirtualTableRows(body, rows.length);
  const { onCheckboxChange, ...selectionHandlers } = useRowSelection({ rows, rowKey, selection }) ?? {};
  const checkboxHandler = useStableCallback((key: number, event: ChangeEvent) =>
    onCheckboxChange?.(key, event),
  );

  return (
    <div className="@container">
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <TableHeader {...{ columns, rows, rowKey, selection }} />
        <tbody
          ref={body}
          {...selectionHandlers}
          onKeyDown={handleRowArrowKeys}
          // Row positions are computed here; scroll anchoring would correct them a second time.
          className={clsx(
            '[overflow-anchor:none]',
            props.hasTwoLineRows && '@max-2xl:[--row-size:3.25rem]',
            props.wrapsWhenNarrow && '@max-2xl:[--row-heights:own]',
            props.isCompact && '@2xl:pointer-fine:[--row-size:2rem]',
          )}
        >
          <SpacerRow height={before} />
          {indexes.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = rowKey(row);
            return (
              <TableRow
                key={key}
                rowKey={key}
                {...{ row, index, columns }}
                isCurrent={key === activeKey}
                onClick={onRowClick}
                onAttach={attachRow}
                isSelected={selection?.keys.has(key) ?? false}
                isSelecting={selection?.isActive ?? false}
                checkboxLabel={selection && `Select ${selection.rowLabel(row)}`}
                onCheckboxChange={checkboxHandler}
              />
            );
          })}
          <SpacerRow height={after} />
        </tbody>
      </table>
    </div>
  );
}

/** Takes the height of the rows that are not rendered. A cell with a colspan would bring back hidden columns. */
function SpacerRow({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}
