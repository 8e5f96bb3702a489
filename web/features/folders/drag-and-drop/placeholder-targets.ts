import type { DropTarget } from './drag-items.ts';

/** A row of a placeholder, which a dropped file replaces; several files go to its folder. */
export interface PlaceholderTarget extends DropTarget {
  placeholderId: number;
}

const targets = new WeakMap<Element, PlaceholderTarget>();

/** Offers the row of a placeholder for dropping its file; returns the function that ends it. */
export function attachPlaceholderTarget(row: Element, target: PlaceholderTarget): () => void {
  targets.set(row, target);
  return () => targets.delete(row);
}

/** Returns the placeholder on whose row a drop would fall. */
export function findPlaceholderTarget(element: EventTarget | null): PlaceholderTarget | undefined {
  for (let at = element instanceof Element ? element : null; at; at = at.parentElement) {
    const target = targets.get(at);
    if (target) return target;
  }
  return undefined;
}
