import { createContext, type RefObject, use, useCallback, useEffect } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { getFolderDragAndDrop, useAttachDragAndDrop } from '../drag-and-drop/drag-and-drop.ts';
import type { DragItems, DropTarget, OrderTarget } from '../drag-and-drop/drag-items.ts';

export interface EntryKey {
  readonly kind: 'folder' | 'file';
  readonly id: number;
}

/** Changes the order of the entries of the open folder. */
export interface Ordering {
  readonly folderId: number;
  /** Moves an entry one place up or down. */
  step(key: EntryKey, direction: 'up' | 'down'): void;
  /** Moves an entry beside another one. */
  place(key: EntryKey, edge: 'before' | 'after', neighbor: EntryKey): void;
}

/** `null` where nothing can be ordered. Must be stable between renders. */
export const OrderingContext = createContext<Ordering | null>(null);

const toKey = ({ folders: [folder], files: [file] }: DragItems): EntryKey | undefined =>
  folder ? { kind: 'folder', id: folder.id } : file && { kind: 'file', id: file.id };

/** Returns a function that attaches to the element of a folder how it is dragged, dropped on and ordered. */
export function useAttachFolder(): (folder: Folder, element: HTMLElement) => () => void {
  const actor = useActor();
  const attach = useAttachDragAndDrop();
  const { attachKeys, orderTarget } = useAttachOrdering();
  return useCallback(
    (folder, element) => {
      const key = { kind: 'folder', id: folder.id } as const;
      const { source, place } = getFolderDragAndDrop(actor, folder);
      const dragged = source ?? (orderTarget && { folders: [folder], files: [] });
      const releases = [
        attach(element, { source: dragged, place, order: orderTarget?.(key) }),
        attachKeys(element, key),
      ];
      return () => {
        for (const release of releases) release();
      };
    },
    [actor, attach, attachKeys, orderTarget],
  );
}

/** Links of entries, and in other lists what is marked as their handle; in menus the arrow keys have their own meaning. */
const isHandle = (target: EventTarget | null): boolean =>
  target instanceof HTMLAnchorElement ||
  (target instanceof HTMLElement && target.dataset['ordersEntry'] !== undefined);

/**
 * Attaches drag and drop, and ordering if the row has a key, to the element of a row. The arguments must be stable between
 * renders.
 */
export function useOrderedRow(
  element: RefObject<HTMLElement | null>,
  key: EntryKey | undefined,
  { source, place }: { source: DragItems | null; place: DropTarget | null },
): void {
  const attach = useAttachDragAndDrop();
  const { attachKeys, orderTarget } = useAttachOrdering();
  useEffect(() => {
    if (!element.current) return undefined;
    const releases = [attach(element.current, { source, place, order: key && orderTarget?.(key) })];
    if (key) releases.push(attachKeys(element.current, key));
    return () => {
      for (const release of releases) release();
    };
  }, [attach, attachKeys, orderTarget, element, key, source, place]);
}

/** Returns what makes the elements of entries movable with Alt and the arrow keys, and targets of drags that order. */
export function useAttachOrdering() {
  const ordering = use(OrderingContext);
  const attachKeys = useCallback(
    (element: HTMLElement, key: EntryKey) => {
      if (!ordering) return () => undefined;
      const onKeyDown = (event: KeyboardEvent) => {
        const { key: pressed, altKey, ctrlKey, metaKey, shiftKey, target } = event;
        if (!altKey || ctrlKey || metaKey || shiftKey || !isHandle(target)) return;
        if (pressed !== 'ArrowUp' && pressed !== 'ArrowDown') return;
        event.preventDefault();
        ordering.step(key, pressed === 'ArrowUp' ? 'up' : 'down');
      };
      element.addEventListener('keydown', onKeyDown);
      return () => element.removeEventListener('keydown', onKeyDown);
    },
    [ordering],
  );
  const toTarget = useCallback(
    (neighbor: EntryKey): OrderTarget | undefined =>
      ordering
        ? {
            folderId: ordering.folderId,
            onDrop: (items, edge) => {
              const key = toKey(items);
              if (key) ordering.place(key, edge, neighbor);
            },
          }
        : undefined,
    [ordering],
  );
  return { attachKeys, orderTarget: ordering ? toTarget : null };
}
