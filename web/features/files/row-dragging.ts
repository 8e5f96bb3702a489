import { useCallback, useMemo } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useAttachDragAndDrop } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import type { DragItems } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { attachReplaceTarget } from '#web/features/folders/drag-and-drop/replace-targets.ts';
import { useAttachOrdering } from '#web/features/folders/ordering/ordering.ts';

/** Makes rows draggable; dragging a selected row drags the whole selection. In a room, rows can be ordered. */
export function useRowDragging(actor: Actor, selectedFiles: readonly File[]) {
  const attach = useAttachDragAndDrop();
  const { attachKeys, orderTarget } = useAttachOrdering();
  const selectedDragItems = useMemo(() => toDragItems(actor, selectedFiles), [actor, selectedFiles]);
  const selected = useMemo(() => new Set(selectedFiles), [selectedFiles]);
  return useCallback(
    (file: File, row: HTMLElement) => {
      const key = { kind: 'file', id: file.id } as const;
      const moved = selected.has(file) ? selectedDragItems : toDragItems(actor, [file]);
      const releases = [
        attach(row, {
          source: moved ?? (orderTarget && { folders: [], files: [file] }),
          order: orderTarget?.(key),
        }),
        attachKeys(row, key),
        ...(filePolicy.addVersion(actor, file) ? [attachReplaceTarget(row, file)] : []),
      ];
      return () => {
        for (const release of releases) release();
      };
    },
    [actor, attach, attachKeys, orderTarget, selected, selectedDragItems],
  );
}

/** Returns the drag items of these files, or null when the actor may not move one of them. */
function toDragItems(actor: Actor, files: readonly File[]): DragItems | null {
  return files.every((file) => filePolicy.move(actor, file)) ? { folders: [], files } : null;
}
