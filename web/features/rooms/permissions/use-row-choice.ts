import { useRef, useState } from 'react';
import type { TreeRow } from './permission-rows.ts';

export const rowKeyOf = ({ row: { kind, id } }: TreeRow): string => `${kind}-${id}`;

export interface RowChoice {
  readonly keys: ReadonlySet<string>;
  /** The chosen rows that are shown. */
  readonly rows: readonly TreeRow[];
  /** Chooses a row or not; with `isRange`, also those between it and the row before. */
  toggle: (index: number, isRange: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Chooses rows of the grid. */
export function useRowChoice(rows: readonly TreeRow[]): RowChoice {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<number>(undefined);
  const chosen = keys.size === 0 ? [] : rows.filter((row) => keys.has(rowKeyOf(row)));
  return {
    keys,
    rows: chosen,
    toggle(index, isRange) {
      const [from, to] = [isRange ? (last.current ?? index) : index, index].toSorted(
        (one, other) => one - other,
      );
      const range = rows.slice(from, (to ?? index) + 1).map(rowKeyOf);
      const row = rows[index];
      const isAdded = row !== undefined && !keys.has(rowKeyOf(row));
      last.current = index;
      const next = new Set(keys);
      for (const key of range) {
        if (isAdded) next.add(key);
        else next.delete(key);
      }
      setKeys(next);
    },
    toggleAll: () => setKeys(chosen.length === rows.length ? new Set() : new Set(rows.map(rowKeyOf))),
    clear: () => setKeys(new Set()),
  };
}
