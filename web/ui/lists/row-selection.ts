import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { getAdjacentRow, getClosestRow, getRowLink } from './row-navigation.ts';

/** The row where a range starts, and the rows that were selected at that time. */
interface Anchor {
  key: number;
  baseKeys: ReadonlySet<number>;
}

interface SelectionChange {
  keys: ReadonlySet<number>;
  anchor: Anchor;
}

export interface TableSelection<Row> {
  /** Shows a checkbox in each row and makes a plain click select; otherwise only Shift or Control with a click or key does. */
  isActive: boolean;
  keys: ReadonlySet<number>;
  onChange: (keys: ReadonlySet<number>) => void;
  rowLabel: (row: Row) => string;
}

interface RowSelectionOptions<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  selection: TableSelection<Row> | undefined;
}

interface SelectionActions {
  isActive: boolean;
  getRowKey: (row: Element) => number | null;
  toggle: (key: number) => void;
  /** Selects all rows from the anchor to this one, in place of the range selected before. */
  extendTo: (key: number) => void;
  /** Makes this row the anchor, unless a range is being extended already. */
  startRange: (key: number) => void;
  selectAll: () => void;
}

/** Selects or deselects one row and makes it the anchor of the next range. */
export function toggleRow(keys: ReadonlySet<number>, key: number): SelectionChange {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: { key, baseKeys: next } };
}

/** Selects all rows from the anchor to `key`, in addition to the rows selected before the range started. */
export function selectRange(order: readonly number[], anchor: Anchor | null, key: number): SelectionChange {
  const from = anchor ? order.indexOf(anchor.key) : -1;
  const to = order.indexOf(key);
  if (!anchor || from < 0) return toggleRow(new Set(), key);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set([...anchor.baseKeys, ...range]), anchor };
}

/** Returns handlers for a table body whose rows are selected with mouse and keyboard as in file managers. */
export function useRowSelection<Row>({ rows, rowKey, selection }: RowSelectionOptions<Row>) {
  const anchor = useRef<Anchor | null>(null);
  if (!selection) return null;
  const { isActive, keys, onChange } = selection;

  const apply = (change: SelectionChange) => {
    anchor.current = change.anchor;
    onChange(change.keys);
  };
  const actions: SelectionActions = {
    isActive,
    getRowKey: (element) => {
      const row = rows[Number(element.getAttribute('aria-rowindex')) - 2];
      return row === undefined ? null : rowKey(row);
    },
    toggle: (key) => apply(toggleRow(keys, key)),
    extendTo: (key) => apply(selectRange(rows.map(rowKey), anchor.current, key)),
    startRange: (key) => {
      if (anchor.current && keys.has(anchor.current.key)) return;
      anchor.current = toggleRow(new Set([...keys].filter((each) => each !== key)), key).anchor;
    },
    selectAll: () => onChange(new Set(rows.map(rowKey))),
  };

  return {
    onCheckboxChange: (key: number, { nativeEvent }: ChangeEvent) =>
      nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey
        ? actions.extendTo(key)
        : actions.toggle(key),
    // Prevents Shift from selecting the text between two clicks.
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey) event.preventDefault();
    },
    // Captured, because the row's own handlers would open the row on a click that selects.
    onClickCapture: (event: MouseEvent<HTMLElement>) => handleClick(event, actions),
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => handleKeyDown(event, actions),
  };
}

function handleClick(event: MouseEvent<HTMLElement>, actions: SelectionActions): void {
  const row = getClosestRow(event.target);
  const key = row && event.currentTarget.contains(row) ? actions.getRowKey(row) : null;
  if (!row || key === null || !(event.target instanceof Element)) return;
  const control = event.target.closest('a, button, input, label, select');
  const hasModifier = event.shiftKey || event.ctrlKey || event.metaKey;
  // The browser handles modifiers on the row's link, and the click of an assistive program (a detail of 0) follows the link.
  const isIgnored = actions.isActive
    ? control && (control !== getRowLink(row) || event.detail === 0)
    : control || !hasModifier;
  if (isIgnored) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) actions.extendTo(key);
  else actions.toggle(key);
}

function handleKeyDown(event: KeyboardEvent<HTMLElement>, actions: SelectionActions): void {
  const row = getClosestRow(event.target);
  const key = row && event.target === getRowLink(row) ? actions.getRowKey(row) : null;
  if (!row || key === null) return;
  const hasControl = event.ctrlKey || event.metaKey;
  const next = event.shiftKey ? getAdjacentRow(event) : null;
  const nextKey = next && actions.getRowKey(next);
  if (event.key === ' ' && (actions.isActive || hasControl || event.shiftKey)) {
    if (event.shiftKey) actions.extendTo(key);
    else actions.toggle(key);
  } else if (event.key === 'a' && hasControl) {
    actions.selectAll();
  } else if (next && nextKey !== null) {
    actions.startRange(key);
    getRowLink(next)?.focus();
    actions.extendTo(nextKey);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
