import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { TreeItem } from './tree-item.tsx';
import { moveFor } from './tree-keys.ts';
import { ancestorsOf, listRows, type TreeNode } from './tree-rows.ts';

interface TreeProps {
  label: string;
  nodes: readonly TreeNode[];
  /** The node that is the page at hand; what is above it opens by itself. */
  activeId: string | null;
  /** A small button of a row, shown at the row under the mouse or with the focus. */
  renderAction?: (node: TreeNode) => ReactNode;
}

/** Links in a tree, all expanded at first, by the ARIA tree view pattern. */
export function Tree({ label, nodes, activeId, renderAction }: TreeProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const rows = listRows(nodes, collapsed);
  // One row alone is a stop of the Tab key.
  const tabStop =
    [focusedId, activeId].find((id) => rows.some((row) => row.node.id === id)) ?? rows[0]?.node.id;

  useEffect(() => {
    if (activeId !== null) setCollapsed((ids) => without(ids, ancestorsOf(nodes, activeId)));
  }, [nodes, activeId]);

  const setExpanded = (id: string, expanded: boolean) => {
    setCollapsed((ids) => (expanded ? without(ids, [id]) : new Set([...ids, id])));
  };

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A row's own button or link keeps its Enter and Space.
    if (event.target !== event.currentTarget && (event.key === 'Enter' || event.key === ' ')) return;
    const move = moveFor(event.key, rows, index);
    if (!move) return;
    event.preventDefault();
    const element = tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(move.id)}"]`);
    if (move.kind === 'focus') element?.focus();
    else if (move.kind === 'open') element?.querySelector('a')?.click();
    else setExpanded(move.id, move.kind === 'expand');
  };

  return (
    <div ref={tree} role="tree" aria-label={label}>
      {rows.map((row, index) => {
        const { id } = row.node;
        return (
          <TreeItem
            key={id}
            row={row}
            isActive={id === activeId}
            isTabStop={id === tabStop}
            isFocused={id === focusedId}
            onFocus={() => setFocusedId(id)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onToggle={() => setExpanded(id, !row.expanded)}
            renderAction={renderAction}
          />
        );
      })}
    </div>
  );
}

function without(ids: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  return shown.some((id) => ids.has(id)) ? new Set([...ids].filter((id) => !shown.includes(id))) : ids;
}
