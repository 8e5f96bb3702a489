import { clsx } from 'clsx';
import { type CSSProperties, type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { useMediaQuery } from '#web/ui/layout/media-query.ts';
import { useStableCallback } from '#web/ui/lists/stable-callback.ts';
import { useVisibleColumns } from '#web/ui/lists/visible-columns.ts';
import { useVirtualTableRows } from '#web/ui/lists/visible-rows.ts';
import { type TargetEntry, useScrollToRow } from '../exposure/target-entry.ts';
import { type GridActions, GridRow, NAME_COLUMN_STYLES } from './grid-row.tsx';
import { moveBetweenCells } from './move-between-cells.ts';
import type { TreeRow } from './permission-rows.ts';
import type { CellEdit } from './use-cell-edits.ts';
import { type RowChoice, rowKeyOf } from './use-row-choice.ts';

interface PermissionGridProps extends GridActions {
  groups: readonly Group[];
  rows: readonly TreeRow[];
  /** Absent for editors. */
  choice: RowChoice | undefined;
  /** The file to which the grid scrolls at first. */
  target: TargetEntry | undefined;
}

/**
 * Longer grids render the columns in view, and the choices of a cell when it is used: 20 groups have thousands of them in each
 * screen.
 */
const MAX_COMPLETE_ROWS = 100;

/** The folders and files of a room as rows and its groups as columns. Alt with the arrow keys moves between cells. */
export function PermissionGrid(props: PermissionGridProps) {
  const { groups, rows, choice, onEdit, target } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const firstGroup = useRef<HTMLTableCellElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useScrollToRow(body, rows, target);
  const { indexes, before, after } = useVirtualTableRows(body, rows.length);
  const isLong = rows.length > MAX_COMPLETE_ROWS;
  const isNarrow = useMediaQuery('(width < 40rem)');
  const columns = { count: groups.length, hasManyRows: isLong, scroller, header: firstGroup };
  const { first, end } = useVisibleColumns(columns);
  const { depth, letters } = useMemo(() => measureNames(rows), [rows]);
  const edit = useStableCallback(async (change: CellEdit) => onEdit?.(change));
  const actions = {
    onEdit: onEdit && edit,
    onToggle: useStableCallback(props.onToggle),
    onWhy: useStableCallback(props.onWhy),
    onChoose: useStableCallback((index: number, isRange: boolean) => choice?.toggle(index, isRange)),
  };
  const nameColumn = `calc(min(var(--name-width), ${letters}ch) + ${choice ? 6.25 : 5}rem + ${depth} * var(--indent))`;
  return (
    <div
      ref={scroller}
      className="relative scroll-pl-(--name-column) overflow-x-auto rounded-[inherit] [--group-column:10.5rem] [--indent:0.75rem] [--name-width:5.5rem] sm:[--group-column:13.5rem] sm:[--indent:1.25rem] sm:[--name-width:19rem]"
      style={{ '--name-column': nameColumn } as CSSProperties} // which knows no custom properties
    >
      <table
        className="w-full table-fixed border-collapse text-left"
        aria-rowcount={rows.length + 1}
        aria-colcount={groups.length + 1}
      >
        <Header groups={groups} choice={choice} count={rows.length} firstGroup={firstGroup} />
        <tbody ref={body} onKeyDown={(event: KeyboardEvent<HTMLElement>) => moveBetweenCells(event)}>
          {before > 0 && <tr style={{ height: before }} />}
          {indexes.map((index) => {
            const row = rows[index];
            return (
              row && (
                <GridRow
                  key={rowKeyOf(row)}
                  hasChoices={!isLong}
                  isNarrow={isNarrow}
                  isChosen={choice?.keys.has(rowKeyOf(row))}
                  {...{ row, index, groups, first, end }}
                  {...actions}
                />
              )
            );
          })}
          {after > 0 && <tr style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  );
}

/** Returns how deep the rows go, and how long their names are, which the column of names has room for within limits. */
function measureNames(rows: readonly TreeRow[]): { depth: number; letters: number } {
  let [depth, letters] = [0, 0];
  for (const { row, depth: own } of rows) {
    depth = Math.max(depth, own);
    letters = Math.max(letters, row.name.length);
  }
  return { depth, letters };
}

interface HeaderProps extends Pick<PermissionGridProps, 'groups' | 'choice'> {
  count: number;
  firstGroup: RefObject<HTMLTableCellElement | null>;
}

function Header({ groups, choice, count, firstGroup }: HeaderProps) {
  const chosen = choice?.rows.length ?? 0;
  return (
    <thead>
      <tr className="border-line border-b">
        <th
          scope="col"
          aria-colindex={1}
          className={clsx(NAME_COLUMN_STYLES, 'w-(--name-column) bg-surface py-2 font-medium')}
        >
          <span className="flex items-center gap-2">
            {choice && (
              <input
                type="checkbox"
                aria-label="Select all rows"
                checked={chosen === count}
                ref={(input) => {
                  if (input) input.indeterminate = chosen > 0 && chosen < count;
                }}
                onChange={choice.toggleAll}
                className="checkbox-box size-4 shrink-0"
              />
            )}
            Name
          </span>
        </th>
        {groups.map(({ id, name }, column) => (
          <th
            key={id}
            ref={column === 0 ? firstGroup : undefined}
            scope="col"
            aria-colindex={column + 2}
            dir="auto"
            className="w-(--group-column) truncate px-3 py-2 text-left font-medium"
            title={name}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
