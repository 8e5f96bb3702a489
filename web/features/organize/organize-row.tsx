import { clsx } from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import FolderInput from 'lucide-react/icons/folder-input';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { DragItems, DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { EntryNumber } from '#web/features/folders/ordering/entry-number.tsx';
import { type EntryKey, useOrderedRow } from '#web/features/folders/ordering/ordering.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

/** Styles of the two lists, side by side, or stacked on phones. */
export const LIST_STYLES = 'h-56 rounded-md border border-line p-1 max-md:h-40';

interface OrganizeRowProps {
  name: string;
  /** The index number, in a room. */
  number?: string | undefined;
  /** Names the entry in a room, where rows are ordered; stable between renders. */
  entry?: EntryKey | undefined;
  icon: ReactNode;
  style: CSSProperties;
  /** Name of the pending destination. */
  movesTo?: string | undefined;
  dragItems: DragItems | null;
  dropTarget: DropTarget | null;
  isCurrent?: boolean;
  /** Opens the folder. */
  onOpen?: () => void;
  /** Opens the destination dialog, the alternative to dragging. */
  onMove?: (() => void) | undefined;
}

/** Renders a folder or file that can be dragged and dropped on. */
export function OrganizeRow(props: OrganizeRowProps) {
  const { name, icon, style, movesTo, dragItems, dropTarget, isCurrent = false, onOpen, onMove } = props;
  const row = useRef<HTMLLIElement>(null);
  useOrderedRow(row, props.entry, { source: dragItems, place: dropTarget });
  const label = (
    <>
      {icon}
      {props.number !== undefined && <EntryNumber number={props.number} />}
      <span className="truncate">{name}</span>
    </>
  );
  return (
    <li
      ref={row}
      style={style}
      className={clsx(
        'absolute inset-x-0 flex h-control-small items-center gap-1 rounded-sm hover:bg-hover data-drop-over:bg-selected',
        isCurrent && 'bg-selected font-medium',
        dragItems && 'cursor-grab',
      )}
    >
      {onOpen ? (
        <button
          type="button"
          title={name}
          data-orders-entry
          aria-current={isCurrent ? 'true' : undefined}
          onClick={onOpen}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left outline-offset-[-2px]"
        >
          {label}
        </button>
      ) : (
        <span title={name} className="flex min-w-0 flex-1 items-center gap-2 px-2">
          {label}
        </span>
      )}
      {movesTo !== undefined && (
        <span className="flex min-w-0 max-w-1/2 items-center gap-1 text-accent-ink text-xs">
          <ArrowRight size={12} className="shrink-0" />
          <span className="sr-only">will be moved to</span>
          <span className="truncate">{movesTo}</span>
        </span>
      )}
      {onMove && (
        <IconButton
          icon={FolderInput}
          label={`Move ${name}`}
          size="small"
          data-orders-entry
          className="outline-offset-[-2px]"
          onClick={onMove}
        />
      )}
    </li>
  );
}
