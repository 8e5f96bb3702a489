import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TreeItem } from './tree-item.tsx';
import { getTreeKeyAction, type TreeKeyAction } from './tree-keyboard.ts';
import { findAncestorIds, flattenTree, type TreeNode } from './tree-rows.ts';
import { useVisibleRows } from './visible-rows.ts';

interface TreeProps {
  label: string;
  nodes: readonly TreeNode[];
  /** The node of the current page; its ancestors expand automatically. */
  activeId: string | null;
  /** Renders a small button in a row, shown while the row is hovered or focused. */
  renderAction?: (node: TreeNode) => ReactNode;
  /** Receives the element of each rendered node, for example to make it draggable; returns a function that cleans up. */
  attachNode?: (node: TreeNode, element: HTMLElement) => () => void;
}

/** Keeps a few rows visible on low screens, where the page around the tree scrolls instead. */
const MIN_HEIGHT_PX = 160;

/**
 * A tree of links, expanded at first, with the keys of the ARIA tree view pattern. It scrolls by itself in a flex
 * column that is lower than the tree, and renders only the visible rows of a long tree.
 */
export function Tree({ label, nodes, activeId, renderAction, attachNode }: TreeProps) {
  const [collapsed, setExpanded] = useCollapsedIds(nodes, activeId);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const rows = flattenTree(nodes, collapsed);
  const indexOf = (id: string | null) => rows.findIndex((row) => row.node.id === id);
  const focusedIndex = indexOf(focusedId);
  const activeIndex = indexOf(activeId);
  // Exactly one row can be reached with Tab.
  const tabStop = [focusedIndex, activeIndex].find((index) => index >= 0) ?? 0;
  const { first, end, rowHeight } = useVisibleRows({
    count: rows.length,
    rowSizeVariable: '--control-small-size',
    content: box,
    scroller: tree,
  });
  const height = rows.length * rowHeight;
  useScrollRowIntoView(tree, activeIndex, rowHeight);
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const action = isTreeKey(event) ? getTreeKeyAction(event.key, rows, index) : null;
    if (!action) return;
    event.preventDefault();
    applyAction(action, tree, setFocusedId, setExpanded);
  };

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
          // The tab stop is always rendered; otherwise it would lose the focus and Tab could not reach it.
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

/** Excludes shortcuts with modifiers, and Enter and Space on a button or link inside the row. */
function isTreeKey({ key, ctrlKey, metaKey, altKey, target, currentTarget }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return target === currentTarget || (key !== 'Enter' && key !== ' ');
}

function applyAction(
  { kind, id }: TreeKeyAction,
  tree: RefObject<HTMLElement | null>,
  setFocusedId: (id: string) => void,
  setExpanded: (id: string, expanded: boolean) => void,
): void {
  // Renders the row at once, so that it can receive the focus; the browser then scrolls to it.
  if (kind === 'focus') flushSync(() => setFocusedId(id));
  const element = tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  if (kind === 'focus') element?.focus();
  else if (kind === 'open') element?.querySelector('a')?.click();
  else setExpanded(id, kind === 'expand');
}

/** Returns the ids of the collapsed nodes and a function that expands or collapses one. */
function useCollapsedIds(
  nodes: readonly TreeNode[],
  activeId: string | null,
): [ReadonlySet<string>, (id: string, expanded: boolean) => void] {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (activeId !== null) setCollapsed((ids) => removeIds(ids, findAncestorIds(nodes, activeId)));
  }, [nodes, activeId]);
  const setExpanded = (id: string, expanded: boolean) =>
    setCollapsed((ids) => (expanded ? removeIds(ids, [id]) : new Set([...ids, id])));
  return [collapsed, setExpanded];
}

/** Scrolls the tree, and nothing around it, as far as needed to show the row. */
function useScrollRowIntoView(
  tree: RefObject<HTMLElement | null>,
  rowIndex: number,
  rowHeight: number,
): void {
  useEffect(() => {
    if (rowIndex < 0 || !tree.current) return undefined;
    const element = tree.current;
    let revealedAt: number | null = null;
    const reveal = () => {
      // The sidebar's other sections take height when they load; a user who has scrolled since is left alone.
      if (revealedAt !== null && element.scrollTop !== revealedAt) return;
      const max = rowIndex * rowHeight;
      const min = max + rowHeight - element.clientHeight;
      element.scrollTop = Math.max(min, Math.min(max, element.scrollTop));
      revealedAt = element.scrollTop;
    };
    reveal();
    const observer = new ResizeObserver(reveal);
    observer.observe(element);
    return () => observer.disconnect();
  }, [tree, rowIndex, rowHeight]);
}

/** Returns the same set when none of the ids is in it, so that React skips the update. */
function removeIds(ids: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  return removed.some((id) => ids.has(id)) ? new Set([...ids].filter((id) => !removed.includes(id))) : ids;
}
