import { clsx } from 'clsx';
import { type ChangeEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import { getColumnStyles, type TableColumn } from './table-column.ts';

interface TableRowProps<Row> {
  row: Row;
  /** From 0. */
  index: number;
  columns: readonly TableColumn<Row>[];
  isCurrent: boolean;
  onClick: ((row: Row) => void) | undefined;
  /** The checkbox before the first cell; without a label there is none. */
  checkbox: { isSelected: boolean; label: string | undefined; onChange: (event: ChangeEvent) => void };
  onAttach: ((row: Row, element: HTMLElement) => () => void) | undefined;
}

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
        'hover:bg-hover aria-[current]:bg-selected data-drop-over:bg-selected data-selected:bg-selected last:*:border-b-0',
        onClick && 'cursor-pointer',
      )}
    >
      {checkbox.label !== undefined && (
        <td className={CELL_STYLES}>
          <Checkbox
            hideLabel
            label={checkbox.label}
            checked={checkbox.isSelected}
            onChange={checkbox.onChange}
          />
        </td>
      )}
      <Cells {...{ row, columns }} />
    </tr>
  );
}

// A cell cuts off what is too long, and would cut off the focus rings in it as well.
const CELL_STYLES =
  'h-row truncate border-line border-b px-3 **:outline-offset-[-2px] **:scroll-mt-[calc(var(--navigation-height,0px)+3.25rem)]';

function RowCells<Row>({ row, columns }: { row: Row; columns: readonly TableColumn<Row>[] }): ReactNode {
  return columns.map((column) => (
    <td key={column.id} className={clsx(CELL_STYLES, getColumnStyles(column))}>
      {column.cell(row)}
    </td>
  ));
}

/** Scrolling draws the table anew at every step, but of its rows only those that come into sight. */
const Cells = memo(RowCells) as typeof RowCells; // memo forgets that the component is generic

/** Also of menus and dialogs that stand elsewhere on the page, whose clicks React passes on to the row. */
function isFromControl({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button, input, label, select') !== null;
}
