import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TreeItem } from './tree-item.tsx';
import { getTreeKeyAction } from './tree-keyboard.ts';
import { findAncestorIds, flattenTree, type TreeNode } from './tree-rows.ts';
import { useVisibleRows } from './visible-rows.ts';

interface TreeProps {
  label: string;
  nodes: readonly TreeNode[];
  /** The node that is the page at hand; what is above it opens by itself. */
  activeId: string | null;
  /** A small button of a row, shown at the row under the mouse or with the focus. */
  renderAction?: (node: TreeNode) => ReactNode;
  /** Called with each node's element once it stands, as for dragging; what it answers is called when it goes. */
  attachNode?: (node: TreeNode, element: HTMLElement) => () => void;
}

/** A small tree keeps this height where there is little room; then the page around it scrolls. */
const MIN_HEIGHT_PX = 160;

/**
 * Links in a tree, all expanded at first, by the ARIA tree view pattern. It scrolls by itself in a flex column that is
 * lower than it, and of a long tree only the rows in sight are drawn.
 */
export function Tree({ label, nodes, activeId, renderAction, attachNode }: TreeProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const rows = flattenTree(nodes, collapsed);
  const indexOf = (wanted: string | null) => rows.findIndex((row) => row.node.id === wanted);
  const focusedIndex = indexOf(focusedId);
  const activeIndex = indexOf(activeId);
  // One row alone is a stop of the Tab key.
  const tabStop = [focusedIndex, activeIndex].find((index) => index >= 0) ?? 0;

  const { first, end, rowHeight } = useVisibleRows({
    count: rows.length,
    rowSizeVariable: '--control-small-size',
    content: box,
    scroller: tree,
  });
  useEffect(() => {
    if (activeId !== null) setCollapsed((ids) => removeIds(ids, findAncestorIds(nodes, activeId)));
  }, [nodes, activeId]);

  useEffect(() => {
    if (activeIndex < 0 || !tree.current) return;
    const { scrollTop, clientHeight } = tree.current;
    const lowest = activeIndex * rowHeight;
    const highest = lowest + rowHeight - clientHeight;
    tree.current.scrollTop = Math.max(highest, Math.min(lowest, scrollTop));
  }, [activeIndex, rowHeight]);

  const setExpanded = (id: string, expanded: boolean) => {
    setCollapsed((ids) => (expanded ? removeIds(ids, [id]) : new Set([...ids, id])));
  };

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A row's own button or link keeps its Enter and Space.
    if (event.target !== event.currentTarget && (event.key === 'Enter' || event.key === ' ')) return;
    const move = getTreeKeyAction(event.key, rows, index);
    if (!move) return;
    event.preventDefault();
    // Drawn at once, so that the focus can go there; the browser then scrolls to it.
    if (move.kind === 'focus') flushSync(() => setFocusedId(move.id));
    const element = tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(move.id)}"]`);
    if (move.kind === 'focus') element?.focus();
    else if (move.kind === 'open') element?.querySelector('a')?.click();
    else setExpanded(move.id, move.kind === 'expand');
  };

  const height = rows.length * rowHeight;
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      className="overflow-auto"
      style={{ minHeight: Math.min(height, MIN_HEIGHT_PX) }}
    >
      <div ref={box} role="presentation" className="relative" style={{ height }}>
        {rows.map((row, index) => {
          // A row that is not drawn could neither keep the focus nor be reached by Tab.
          if ((index < first || index >= end) && index !== tabStop) return null;
          const { id } = row.node;
          return (
            <TreeItem
              key={id}
              row={row}
              top={index * rowHeight}
              isActive={index === activeIndex}
              isTabStop={index === tabStop}
              isFocused={index === focusedIndex}
              onFocus={() => setFocusedId(id)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onToggle={() => setExpanded(id, !row.expanded)}
              renderAction={renderAction}
              onAttach={attachNode}
            />
          );
        })}
      </div>
    </div>
  );
}

function removeIds(ids: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  return shown.some((id) => ids.has(id)) ? new Set([...ids].filter((id) => !shown.includes(id))) : ids;
}
