import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Folder } from '#shared/contracts/folders.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { type Ordering, OrderingContext } from '#web/features/folders/ordering/ordering.ts';
import { findNext, type IndexEntry, listIndex } from './index-order.ts';
import { useOrderEntry } from './order-entry.ts';

interface OrderProviderProps {
  folder: Folder;
  folders: readonly Folder[];
  files: readonly { id: number; number?: string | undefined }[];
  children: ReactNode;
}

/**
 * Lets the staff of a room order the entries of the open folder, until its numbers are frozen: by dragging, and with Alt and the
 * arrow keys.
 */
export function OrderProvider({ folder, folders, files, children }: OrderProviderProps) {
  const actor = useActor();
  const entries = useMemo(() => listIndex(folders, files), [folders, files]);
  const isFixed = folder.hasFrozenNumbers || isReadOnlyState(folder.roomState);
  const isOrdered = entries.length > 1 && !isFixed && folderPolicy.order(actor, folder);
  const { ordering, announcement } = useOrdering(folder.id, entries);
  return (
    <OrderingContext value={isOrdered ? ordering : null}>
      {children}
      {isOrdered && (
        <p role="status" className="sr-only">
          {announcement}
        </p>
      )}
    </OrderingContext>
  );
}

function useOrdering(folderId: number, entries: readonly IndexEntry[]) {
  const current = useRef(entries);
  const focused = useRef<HTMLElement | null>(null);
  const { mutate, announcement } = useOrderEntry(folderId);
  useEffect(() => {
    current.current = entries;
    // An element that moves in the document loses the focus.
    focused.current?.focus();
    focused.current = null;
  }, [entries]);
  const ordering = useMemo<Ordering>(() => {
    const move = (moved: IndexEntry | undefined, before: IndexEntry | null | undefined) => {
      if (moved && before !== undefined) mutate({ entries: current.current, moved, before });
    };
    const find = ({ kind, id }: { kind: string; id: number }) =>
      current.current.find((entry) => entry.kind === kind && entry.id === id);
    return {
      folderId,
      step(key, direction) {
        const moved = find(key);
        focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
        move(moved, moved && findNext(current.current, moved, direction));
      },
      place(key, edge, neighbor) {
        const [moved, beside] = [find(key), find(neighbor)];
        if (!beside || moved === beside) return;
        const follower = current.current[current.current.indexOf(beside) + 1] ?? null;
        move(moved, edge === 'before' ? beside : follower === moved ? undefined : follower);
      },
    };
  }, [folderId, mutate]);
  return { ordering, announcement };
}
