import { clsx } from 'clsx';
import { type ChangeEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import { getCheckboxStyles, getColumnStyles, type TableColumn } from './table-column.ts';

interface TableRowProps<Row> {
  row: Row;
  /** Position in the table, from 0. */
  index: number;
  columns: readonly TableColumn<Row>[];
  isCurrent: boolean;
  onClick: ((row: Row) => void) | undefined;
  /** The checkbox before the first cell, with a label; outside selection mode it is shown while the row is hovered. */
  checkbox: {
    isSelected: boolean;
    isActive: boolean;
    label: string | undefined;
    onChange: (event: ChangeEvent) => void;
  };
  onAttach: ((row: Row, element: HTMLElement) => () => void) | undefined;
}

/** A row of a table. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, isCurrent, onClick, checkbox, onAttach } = props;
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => (element.current ? onAttach?.(row, element.current) : undefined), [onAttach, row]);
  return (
    <tr
      ref={element}
      aria-rowindex={index + 2}
      aria-current={isCurrent ? 'true' : undefined}
      data-selected={checkbox.isSelected || undefined}
      onClick={onClick && ((event) => !isFromControl(event) && onClick(row))}
      className={clsx(
        'group/row hover:bg-hover aria-[current]:bg-selected data-drop-over:bg-selected data-selected:bg-selected last:*:border-b-0',
        'data-[drop-edge=after]:*:shadow-[inset_0_-2px_var(--color-accent)] data-[drop-edge=before]:*:shadow-[inset_0_2px_var(--color-accent)]',
        onClick && 'cursor-pointer',
      )}
    >
      {checkbox.label !== undefined && (
        <td className={clsx(CELL_STYLES, getCheckboxStyles(checkbox.isActive))}>
          <span className={checkbox.isActive ? undefined : HOVERED_STYLES}>
            <Checkbox
              hideLabel
              label={checkbox.label}
              // Without selection mode, keyboards select with Control and Space on the row's link.
              tabIndex={checkbox.isActive ? undefined : -1}
              checked={checkbox.isSelected}
              onChange={checkbox.onChange}
            />
          </span>
        </td>
      )}
      <Cells {...{ row, columns }} />
    </tr>
  );
}

// A cell truncates its content and would cut off focus rings, so they are drawn inside.
const CELL_STYLES =
  'h-row truncate border-line border-b px-3 **:outline-offset-[-2px] **:scroll-mt-[calc(var(--navigation-height,0px)+3.25rem)]';

const HOVERED_STYLES = 'invisible group-hover/row:visible';

function RowCells<Row>({ row, columns }: { row: Row; columns: readonly TableColumn<Row>[] }): ReactNode {
  return columns.map((column) => (
    <td key={column.id} className={clsx(CELL_STYLES, getColumnStyles(column))}>
      {column.cell(row)}
    </td>
  ));
}

/** Memoized, because scrolling renders the table again at every step. */
const Cells = memo(RowCells) as typeof RowCells; // memo drops the type parameter of the component

/** Includes menus and dialogs rendered elsewhere, whose clicks React propagates to the row. */
function isFromControl({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button, input, label, select') !== null;
}
