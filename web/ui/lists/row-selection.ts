import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { getAdjacentRow, getClosestRow, getRowLink } from './row-navigation.ts';

/** Where a selection by Shift begins: a row, and what was selected when it became the beginning. */
interface Anchor {
  key: number;
  baseKeys: ReadonlySet<number>;
}

interface SelectionChange {
  keys: ReadonlySet<number>;
  anchor: Anchor;
}

/** One more row or one less; the next range begins at it. */
export function toggleRow(keys: ReadonlySet<number>, key: number): SelectionChange {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: { key, baseKeys: next } };
}

/** All rows from the anchor up to this one, beside what was selected before the range began. */
export function selectRange(order: readonly number[], anchor: Anchor | null, key: number): SelectionChange {
  const from = anchor ? order.indexOf(anchor.key) : -1;
  const to = order.indexOf(key);
  if (!anchor || from < 0) return toggleRow(new Set(), key);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set([...anchor.baseKeys, ...range]), anchor };
}

export interface TableSelection<Row> {
  /** Each row has a checkbox and a click on it selects; else only Shift or Control with a click or a key do. */
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

/** Handlers for the body of a table whose rows can be selected, as file managers do it: by mouse and by keyboard. */
export function useRowSelection<Row>({ rows, rowKey, selection }: RowSelectionOptions<Row>) {
  const anchor = useRef<Anchor | null>(null);
  if (!selection) return null;
  const { isActive, keys, onChange } = selection;

  const applyChange = (chosen: SelectionChange) => {
    anchor.current = chosen.anchor;
    onChange(chosen.keys);
  };
  const toggle = (key: number) => applyChange(toggleRow(keys, key));
  const extendTo = (key: number) => applyChange(selectRange(rows.map(rowKey), anchor.current, key));
  const getRowKey = (row: Element): number | null => {
    const shown = rows[Number(row.getAttribute('aria-rowindex')) - 2];
    return shown === undefined ? null : rowKey(shown);
  };

  return {
    onCheckboxChange: (key: number, { nativeEvent }: ChangeEvent) =>
      nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey ? extendTo(key) : toggle(key),

    // Shift would mark the text between two clicks.
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey) event.preventDefault();
    },

    // Before the row's own handlers, which open what a selecting click must not open.
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      const row = getClosestRow(event.target);
      const key = row && event.currentTarget.contains(row) ? getRowKey(row) : null;
      if (!row || key === null || !(event.target instanceof Element)) return;
      const control = event.target.closest('a, button, input, label, select');
      const hasModifier = event.shiftKey || event.ctrlKey || event.metaKey;
      // On a row's link the modifiers are the browser's, and Enter, which makes a click without a press, follows it.
      if (isActive ? control && (control !== getRowLink(row) || event.detail === 0) : control || !hasModifier)
        return;
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) extendTo(key);
      else toggle(key);
    },

    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
      const row = getClosestRow(event.target);
      const key = row && event.target === getRowLink(row) ? getRowKey(row) : null;
      if (!row || key === null) return;
      const hasControl = event.ctrlKey || event.metaKey;
      const next = event.shiftKey ? getAdjacentRow(event) : null;
      const nextKey = next && getRowKey(next);
      if (event.key === ' ' && (isActive || hasControl || event.shiftKey)) {
        if (event.shiftKey) extendTo(key);
        else toggle(key);
      } else if (event.key === 'a' && hasControl) {
        onChange(new Set(rows.map(rowKey)));
      } else if (next && nextKey !== null) {
        if (!anchor.current || !keys.has(anchor.current.key))
          anchor.current = toggleRow(new Set([...keys].filter((each) => each !== key)), key).anchor;
        getRowLink(next)?.focus();
        extendTo(nextKey);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
