import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import File from 'lucide-react/icons/file';
import Folder from 'lucide-react/icons/folder';
import type { KeyboardEvent } from 'react';
import { useRef } from 'react';
import type { PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import type { Group } from '#shared/contracts/rooms/rooms.ts';
import { useVirtualTableRows } from '#web/ui/lists/visible-rows.ts';
import { useScrollToRow } from './exposure/target-file.ts';
import type { CellAccess } from './grid/cell-access.ts';
import { LevelSelect } from './grid/level-select.tsx';
import { moveBetweenCells } from './move-between-cells.ts';
import type { TreeRow } from './permission-rows.ts';

export interface CellEdit {
  row: PermissionRow;
  groupId: number;
  /** `null` inherits. */
  access: CellAccess | null;
}

const NO_ACCESS: CellAccess = { level: 'none', mayAdd: false, mayManage: false };

interface PermissionGridProps {
  groups: readonly Group[];
  rows: readonly TreeRow[];
  /** Absent for editors, who only read the grid. */
  onEdit: ((edit: CellEdit) => void) | undefined;
  onToggle: (folderId: number) => void;
  /** The file to which the grid scrolls at first. */
  targetFileId?: number | undefined;
}

/** The column stays while the groups scroll under it, and leaves them room on phones. */
const NAME_COLUMN_STYLES = 'sticky left-0 z-10 border-line bg-surface px-2 max-sm:border-r sm:px-3';

/** The folders and files of a room as rows and its groups as columns. Alt with the arrow keys moves between cells. */
export function PermissionGrid({ groups, rows, onEdit, onToggle, targetFileId }: PermissionGridProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useScrollToRow(body, rows, targetFileId);
  const { indexes, before, after } = useVirtualTableRows(body, rows.length);
  return (
    <div className="overflow-x-auto rounded-[inherit] [--indent:0.75rem] [--name-width:6.5rem] sm:[--indent:1.25rem] sm:[--name-width:20rem]">
      <table className="w-full border-collapse text-left" aria-rowcount={rows.length + 1}>
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className={clsx(NAME_COLUMN_STYLES, 'py-2 font-medium')}>
              Name
            </th>
            {groups.map(({ id, name }) => (
              <th key={id} scope="col" className="max-w-48 truncate px-3 py-2 font-medium" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={(event: KeyboardEvent<HTMLElement>) => moveBetweenCells(event)}>
          {before > 0 && <tr style={{ height: before }} />}
          {indexes.map((index) => {
            const row = rows[index];
            return (
              row && (
                <GridRow
                  key={`${row.row.kind}-${row.row.id}`}
                  {...{ row, index, groups, onEdit, onToggle }}
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

interface GridRowProps extends Omit<PermissionGridProps, 'rows' | 'targetFileId'> {
  row: TreeRow;
  index: number;
}

function GridRow({ row: { row, depth, isOpen }, index, groups, onEdit, onToggle }: GridRowProps) {
  const Icon = row.kind === 'folder' ? Folder : File;
  return (
    <tr className="h-row border-line border-b" aria-rowindex={index + 2}>
      <th scope="row" className={clsx(NAME_COLUMN_STYLES, 'font-normal')}>
        <span className="flex items-center gap-1" style={{ paddingLeft: `calc(${depth} * var(--indent))` }}>
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
          <span className="min-w-0 max-w-(--name-width) truncate" title={row.name}>
            {row.name}
          </span>
        </span>
      </th>
      {groups.map(({ id: groupId, name }) => {
        const cell = row.cells.find((cell) => cell.groupId === groupId);
        return (
          <td key={groupId} className="px-3">
            <LevelSelect
              label={`${name} in ${row.name}`}
              kind={row.kind}
              access={cell ?? NO_ACCESS}
              isInherited={cell?.inherited ?? true}
              onChange={onEdit && ((access) => onEdit({ row, groupId, access }))}
            />
          </td>
        );
      })}
    </tr>
  );
}
