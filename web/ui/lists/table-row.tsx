import { clsx } from 'clsx';
import { type ChangeEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import { placeOf, type TableColumn } from './table-column.ts';

interface TableRowProps<Row> {
  row: Row;
  /** From 0. */
  index: number;
  columns: readonly TableColumn<Row>[];
  isCurrent: boolean;
  onClick: ((row: Row) => void) | undefined;
  /** The checkbox before the first cell; without a label there is none. */
  tick: { isSelected: boolean; label: string | undefined; onChange: (event: ChangeEvent) => void };
  attach: ((row: Row, element: HTMLElement) => () => void) | undefined;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, isCurrent, onClick, tick, attach } = props;
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => (element.current ? attach?.(row, element.current) : undefined), [attach, row]);
  return (
    <tr
      ref={element}
      aria-rowindex={index + 2}
      aria-current={isCurrent ? 'true' : undefined}
      data-selected={tick.isSelected || undefined}
      onClick={onClick && ((event) => !meetsControl(event) && onClick(row))}
      className={clsx(
        'hover:bg-hover aria-[current]:bg-selected data-drop-over:bg-selected data-selected:bg-selected last:*:border-b-0',
        onClick && 'cursor-pointer',
      )}
    >
      {tick.label !== undefined && (
        <td className={CELL}>
          <Checkbox hideLabel label={tick.label} checked={tick.isSelected} onChange={tick.onChange} />
        </td>
      )}
      <Cells {...{ row, columns }} />
    </tr>
  );
}

// A cell cuts off what is too long, and would cut off the focus rings in it as well.
const CELL =
  'h-row truncate border-line border-b px-3 **:outline-offset-[-2px] **:scroll-mt-[calc(var(--navigation-height,0px)+3.25rem)]';

function CellsOf<Row>({ row, columns }: { row: Row; columns: readonly TableColumn<Row>[] }): ReactNode {
  return columns.map((column) => (
    <td key={column.id} className={clsx(CELL, placeOf(column))}>
      {column.cell(row)}
    </td>
  ));
}

/** Scrolling draws the table anew at every step, but of its rows only those that come into sight. */
const Cells = memo(CellsOf) as typeof CellsOf; // memo forgets that the component is generic

/** Also of menus and dialogs that stand elsewhere on the page, whose clicks React passes on to the row. */
function meetsControl({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button, input, label, select') !== null;
}
