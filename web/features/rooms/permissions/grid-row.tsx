import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import File from 'lucide-react/icons/file';
import Folder from 'lucide-react/icons/folder';
import { memo } from 'react';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import type { CellAccess } from './cell-access.ts';
import { LevelSelect } from './level-select.tsx';
import type { TreeRow } from './permission-rows.ts';
import type { CellEdit } from './use-cell-edits.ts';
import type { AskedCell } from './why-dialog.tsx';

/** Describes what can be done in the grid; functions keep their identity, so that rows are not rendered again. */
export interface GridActions {
  /** Absent for editors, who only read the grid. */
  onEdit: ((edit: CellEdit) => Promise<void>) | undefined;
  onToggle: (folderId: number) => void;
  onWhy: (asked: AskedCell) => void;
}

/** The column stays while the groups scroll under it, and leaves them room on phones. */
export const NAME_COLUMN_STYLES = 'sticky left-0 z-10 border-line px-2 max-sm:border-r sm:px-3';

const NO_ACCESS: CellAccess = { level: 'none', mayAdd: false, mayManage: false };

interface GridRowProps extends GridActions {
  row: TreeRow;
  index: number;
  groups: readonly Group[];
  /** The range of groups whose cells are rendered. */
  first: number;
  end: number;
  hasChoices: boolean;
  isNarrow: boolean;
  /** Absent for editors. */
  isChosen: boolean | undefined;
  onChoose: (index: number, isRange: boolean) => void;
}

/** A row of the grid, which is not rendered again while the grid scrolls. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row: treeRow, index, groups, first, end, hasChoices, isNarrow, onEdit, onWhy } = props;
  const { row } = treeRow;
  return (
    <tr
      className={clsx('h-row border-line border-b', props.isChosen && 'bg-selected')}
      aria-rowindex={index + 2}
    >
      <NameCell {...props} />
      {first > 0 && <td colSpan={first} />}
      {groups.slice(first, end).map((group, place) => {
        const cell = row.cells.find(({ groupId }) => groupId === group.id);
        return (
          <td key={group.id} className="whitespace-nowrap pr-1 pl-3" aria-colindex={first + place + 2}>
            <LevelSelect
              label={`${group.name} in ${row.name}`}
              kind={row.kind}
              access={cell ?? NO_ACCESS}
              isInherited={cell?.inherited ?? true}
              hasChoices={hasChoices}
              isNarrow={isNarrow}
              onChange={onEdit && ((access) => onEdit({ row, groupId: group.id, access }))}
              onWhy={() => onWhy({ row, group })}
            />
          </td>
        );
      })}
      {end < groups.length && <td colSpan={groups.length - end} />}
    </tr>
  );
});

function NameCell({ row: { row, depth, isOpen }, index, isChosen, onChoose, onToggle }: GridRowProps) {
  const Icon = row.kind === 'folder' ? Folder : File;
  return (
    <th
      scope="row"
      aria-colindex={1}
      className={clsx(NAME_COLUMN_STYLES, 'font-normal', isChosen ? 'bg-selected' : 'bg-surface')}
    >
      <span className="flex items-center gap-1" style={{ paddingLeft: `calc(${depth} * var(--indent))` }}>
        {isChosen !== undefined && (
          <input
            type="checkbox"
            aria-label={`Select ${row.name}`}
            checked={isChosen}
            // A click tells whether Shift is held, a change does not.
            onClick={(event) => onChoose(index, event.shiftKey)}
            onChange={() => undefined}
            className="checkbox-box mr-1 size-4 shrink-0"
          />
        )}
        {row.hasEntries ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} the content of ${row.name}`}
            className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-sunken"
            onClick={() => onToggle(row.id)}
          >
            {isOpen ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
          </button>
        ) : (
          <span className="size-6 shrink-0" />
        )}
        <Icon
          size={16}
          aria-label={row.kind === 'folder' ? 'Folder' : 'File'}
          className="shrink-0 text-ink-muted"
        />
        {row.number !== undefined && (
          <span className="shrink-0 text-ink-muted tabular-nums max-sm:text-xs">{row.number}</span>
        )}
        <span dir="auto" className="min-w-0 truncate" title={row.name}>
          {row.name}
        </span>
      </span>
    </th>
  );
}
