import { clsx } from 'clsx';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { MiddleEllipsis } from '../display/middle-ellipsis.tsx';
import type { TreeNode, TreeRow } from './tree-rows.ts';

const INDENT_PX = 20;
/** Minimum width of a name at any depth; a deep tree scrolls horizontally. */
const MIN_LABEL_PX = 100;

interface TreeItemProps {
  row: TreeRow;
  /** Distance from the top of the tree, in pixels. */
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

/** A row of a tree, absolutely positioned: a toggle, a link and an optional action. */
export function TreeItem(props: TreeItemProps) {
  const { row, top, isActive, isTabStop, isFocused, onFocus, onKeyDown, onToggle, renderAction, onAttach } =
    props;
  const { node } = row;
  const { id, label, number, href, icon } = node;
  const name = number === undefined ? label : `${number} ${label}`;
  const indent = (row.level - 1) * INDENT_PX;
  const [isHovered, setHovered] = useState(false);
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => (item.current ? onAttach?.(node, item.current) : undefined), [onAttach, node]);

  return (
    <div
      ref={item}
      data-id={id}
      role="treeitem"
      aria-label={name}
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
        <ToggleButton label={label} isExpanded={row.expanded} onClick={onToggle} />
      )}
      <Link
        href={href}
        tabIndex={-1}
        draggable={false}
        title={name}
        aria-label={name}
        className="flex h-full min-w-0 flex-1 items-center gap-1.5"
      >
        {icon}
        {number !== undefined && <span className="shrink-0 text-ink-muted tabular-nums">{`${number} `}</span>}
        <MiddleEllipsis text={label} />
      </Link>
      {(isHovered || isFocused) && (
        // Stays rendered, but transparent, while its dialog is open, since the dialog returns the focus to it.
        <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          {renderAction?.(node)}
        </span>
      )}
    </div>
  );
}

function ToggleButton(props: { label: string; isExpanded: boolean; onClick: () => void }) {
  const { label, isExpanded, onClick } = props;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${label}`}
      onClick={onClick}
      className="grid h-full w-6 shrink-0 place-items-center rounded-md text-ink-muted hover:text-ink"
    >
      <ChevronRight size={14} className={clsx('transition-transform', isExpanded && 'rotate-90')} />
    </button>
  );
}
