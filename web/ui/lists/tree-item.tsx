import { clsx } from 'clsx';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { TreeNode, TreeRow } from './tree-rows.ts';

const INDENT_PX = 20;
/** What a name keeps however deep it stands; the tree then scrolls sideways. */
const MIN_LABEL_PX = 100;

interface TreeItemProps {
  row: TreeRow;
  /** Pixels from the top of the tree. */
  top: number;
  isActive: boolean;
  isTabStop: boolean;
  isFocused: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onToggle: () => void;
  renderAction: ((node: TreeNode) => ReactNode) | undefined;
  onAttach: ((node: TreeNode, element: HTMLElement) => () => void) | undefined;
}

export function TreeItem(props: TreeItemProps) {
  const { row, top, isActive, isTabStop, isFocused, onFocus, onKeyDown, onToggle, renderAction, onAttach } =
    props;
  const { node } = row;
  const { id, label, href, icon } = node;
  const indent = (row.level - 1) * INDENT_PX;
  const [isHovered, setHovered] = useState(false);
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => (item.current ? onAttach?.(node, item.current) : undefined), [onAttach, node]);

  return (
    <div
      ref={item}
      data-id={id}
      role="treeitem"
      aria-label={label}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={row.expanded}
      aria-current={isActive ? 'page' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      style={{ top, paddingLeft: indent, width: `max(100%, ${indent + MIN_LABEL_PX}px)` }}
      className="group absolute left-0 flex h-control-small items-center rounded-md pr-1 outline-offset-[-2px] hover:bg-hover data-drop-over:bg-selected aria-[current]:bg-selected aria-[current]:font-medium"
    >
      {row.expanded === undefined ? (
        <span className="w-6 shrink-0" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${row.expanded ? 'Collapse' : 'Expand'} ${label}`}
          onClick={onToggle}
          className="grid h-full w-6 shrink-0 place-items-center rounded-md text-ink-muted hover:text-ink"
        >
          <ChevronRight size={14} className={clsx('transition-transform', row.expanded && 'rotate-90')} />
        </button>
      )}
      <Link
        href={href}
        tabIndex={-1}
        draggable={false}
        title={label}
        className="flex h-full min-w-0 flex-1 items-center gap-1.5"
      >
        {icon}
        <span className="truncate">{label}</span>
      </Link>
      {(isHovered || isFocused) && (
        // What it opens gives the focus back to it, so it stays while the focus is away, but unseen.
        <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          {renderAction?.(row.node)}
        </span>
      )}
    </div>
  );
}
