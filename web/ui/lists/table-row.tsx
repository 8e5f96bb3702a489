import { clsx } from 'clsx';
import { type ChangeEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import { getCheckboxStyles, getColumnStyles, type TableColumn } from './table-column.ts';

/** Every property keeps its identity while the table scrolls, so that rows in view are not rendered again. */
interface TableRowProps<Row> {
  row: Row;
  rowKey: number;
  /** Position in the table, from 0. */
  index: number;
  columns: readonly TableColumn<Row>[];
  isCurrent: boolean;
  onClick: ((row: Row) => void) | undefined;
  isSelected: boolean;
  /** True in selection mode; otherwise the checkbox is shown while the row is hovered. */
  isSelecting: boolean;
  /** The name of the checkbox before the first cell; without it there is none. */
  checkboxLabel: string | undefined;
  onCheckboxChange: (key: number, event: ChangeEvent) => void;
  onAttach: ((row: Row, element: HTMLElement) => () => void) | undefined;
}

function RowOfTable<Row>(props: TableRowProps<Row>) {
  const { row, rowKey, index, columns, isCurrent, onClick, onAttach } = props;
  const { isSelected, isSelecting, checkboxLabel, onCheckboxChange } = props;
  const element = useRef<HTMLTableRowElement>(null);
  // Its checkbox is not rendered before: rows that scroll past cost an eighth less.
  const [wasHovered, setHovered] = useState(false);
  useEffect(() => (element.current ? onAttach?.(row, element.current) : undefined), [onAttach, row]);
  return (
    <tr
      ref={element}
      aria-rowindex={index + 2}
      aria-current={isCurrent ? 'true' : undefined}
      data-selected={isSelected || undefined}
      onPointerEnter={wasHovered ? undefined : () => setHovered(true)}
      onClick={onClick && ((event) => !isFromControl(event) && onClick(row))}
      // A stacking context of its own, which browsers paint from a cache while the row stays the same.
      className={clsx(
        'group/row isolate hover:bg-hover aria-[current]:bg-selected data-drop-over:bg-selected data-selected:bg-selected',
        onClick && 'cursor-pointer',
      )}
    >
      {checkboxLabel !== undefined && (
        <td className={clsx(CELL_STYLES, getCheckboxStyles(isSelecting))}>
          {(isSelecting || wasHovered) && (
            <span className={isSelecting ? undefined : HOVERED_STYLES}>
              <Checkbox
                hideLabel
                label={checkboxLabel}
                // Outside selection mode, keyboards select with Control and Space on the row's link.
                tabIndex={isSelecting ? undefined : -1}
                checked={isSelected}
                onChange={(event) => onCheckboxChange(rowKey, event)}
              />
            </span>
          )}
        </td>
      )}
      <Cells {...{ row, columns }} />
    </tr>
  );
}

/** A row of a table. */
export const TableRow = memo(RowOfTable) as typeof RowOfTable; // memo drops the type parameter of the component

// Classes of the cells themselves: a rule for all that is in them would be tried for every element of the page.
const CELL_STYLES = clsx(
  'table-cell-box h-row truncate border-line border-b px-3 group-last/row:border-b-0',
  'group-data-[drop-edge=after]/row:shadow-[inset_0_-2px_var(--color-accent)] group-data-[drop-edge=before]/row:shadow-[inset_0_2px_var(--color-accent)]',
);

const HOVERED_STYLES = 'invisible group-hover/row:visible';

function RowCells<Row>({ row, columns }: { row: Row; columns: readonly TableColumn<Row>[] }): ReactNode {
  return columns.map((column) => (
    <td key={column.id} className={clsx(CELL_STYLES, getColumnStyles(column))}>
      {column.cell(row)}
    </td>
  ));
}

/** Memoized, because selecting rows and dragging over them renders the rows again. */
const Cells = memo(RowCells) as typeof RowCells; // memo drops the type parameter of the component

/** Includes menus and dialogs rendered elsewhere, whose clicks React propagates to the row. */
function isFromControl({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button, input, label, select') !== null;
}
