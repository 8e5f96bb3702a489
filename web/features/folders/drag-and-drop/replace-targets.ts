import type { File } from '#shared/contracts/files.ts';
import type { DropTarget } from './drag-items.ts';

/** A row of a file, on which a dropped file can become a new version; several files go to its folder. */
export interface ReplaceTarget extends DropTarget {
  replaced: File;
}

const targets = new WeakMap<Element, ReplaceTarget>();

/** Offers the row of a file for dropping its new version; returns the function that ends it. */
export function attachReplaceTarget(row: Element, file: File): () => void {
  targets.set(row, { id: file.folderId, name: file.name, replaced: file });
  return () => targets.delete(row);
}

/** Returns the file on whose row a drop would fall. */
export function findReplaceTarget(element: EventTarget | null): ReplaceTarget | undefined {
  for (let at = element instanceof Element ? element : null; at; at = at.parentElement) {
    const target = targets.get(at);
    if (target) return target;
  }
  return undefined;
}
