import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { nameOf, neighbourOf, rowOf } from './row-navigation.ts';
import { type Anchor, type Chosen, selectRange, toggleRow } from './selection-range.ts';

export interface TableSelection<Row> {
  /** Each row has a checkbox and a click on it selects; else only Shift or Control with a click or a key do. */
  isOn: boolean;
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
  const { isOn, keys, onChange } = selection;

  const take = (chosen: Chosen) => {
    anchor.current = chosen.anchor;
    onChange(chosen.keys);
  };
  const toggle = (key: number) => take(toggleRow(keys, key));
  const extendTo = (key: number) => take(selectRange(rows.map(rowKey), anchor.current, key));
  const keyOf = (row: Element): number | null => {
    const shown = rows[Number(row.getAttribute('aria-rowindex')) - 2];
    return shown === undefined ? null : rowKey(shown);
  };

  return {
    onTick: (key: number, { nativeEvent }: ChangeEvent) =>
      nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey ? extendTo(key) : toggle(key),

    // Shift would mark the text between two clicks.
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey) event.preventDefault();
    },

    // Before the row's own handlers, which open what a selecting click must not open.
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      const row = rowOf(event.target);
      const key = row && event.currentTarget.contains(row) ? keyOf(row) : null;
      if (!row || key === null || !(event.target instanceof Element)) return;
      const control = event.target.closest('a, button, input, label, select');
      const hasModifier = event.shiftKey || event.ctrlKey || event.metaKey;
      // On a row's link the modifiers are the browser's, and Enter, which makes a click without a press, follows it.
      if (isOn ? control && (control !== nameOf(row) || event.detail === 0) : control || !hasModifier) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) extendTo(key);
      else toggle(key);
    },

    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
      const row = rowOf(event.target);
      const key = row && event.target === nameOf(row) ? keyOf(row) : null;
      if (!row || key === null) return;
      const hasControl = event.ctrlKey || event.metaKey;
      const next = event.shiftKey ? neighbourOf(event) : null;
      const nextKey = next && keyOf(next);
      if (event.key === ' ' && (isOn || hasControl || event.shiftKey)) {
        if (event.shiftKey) extendTo(key);
        else toggle(key);
      } else if (event.key === 'a' && hasControl) {
        onChange(new Set(rows.map(rowKey)));
      } else if (next && nextKey !== null) {
        if (!anchor.current || !keys.has(anchor.current.key))
          anchor.current = toggleRow(new Set([...keys].filter((each) => each !== key)), key).anchor;
        nameOf(next)?.focus();
        extendTo(nextKey);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
