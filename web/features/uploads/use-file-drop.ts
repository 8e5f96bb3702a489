import { useEffect, useEffectEvent, useState } from 'react';
import { toastError } from '#web/features/errors/toast-error.ts';
import type { CollectedFiles } from './collect-files.ts';
import { UPLOAD_FAILED } from './uploads-started.ts';

/** Files that are dragged over a target. */
interface Dragged<Target> {
  readonly target: Target;
  /** More than one file or folder, as far as the browser tells. */
  readonly isSeveral: boolean;
}

/**
 * Accepts files and folders dropped in the window where `getTarget` returns a target, and returns what is dragged over it
 * during a drag.
 */
export function useFileDrop<Target>(
  getTarget: (element: EventTarget | null) => Target | null,
  onFound: (found: CollectedFiles, target: Target) => void | Promise<void>,
): Dragged<Target> | null {
  const [dragged, setDragged] = useState<Dragged<Target> | null>(null);
  const handleFiles = useEffectEvent(onFound);
  const resolveTarget = useEffectEvent(({ target }: DragEvent) => getTarget(target));

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      const target = resolveTarget(event);
      if (target) event.dataTransfer.dropEffect = 'copy';
      const isSeveral = Array.from(event.dataTransfer.items).filter(({ kind }) => kind === 'file').length > 1;
      // Dragging over the same target changes nothing.
      setDragged((old) =>
        old?.target === target && old.isSeveral === isSeveral ? old : target && { target, isSeveral },
      );
    };
    // The pointer has left the window, not just an element, if there is no related target.
    const onDragLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setDragged(null);
    const onDrop = (event: DragEvent) => {
      setDragged(null);
      if (!event.dataTransfer?.types.includes('Files')) return;
      const target = resolveTarget(event);
      if (!target) return;
      const entries = getDroppedEntries(event.dataTransfer);
      import('./collect-files.ts')
        .then(({ collectDroppedFiles }) => collectDroppedFiles(entries))
        .then((found) => handleFiles(found, target))
        .catch((error) => toastError(UPLOAD_FAILED, error));
    };
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);

  return dragged;
}

/** Returns the entries of a drop. Call it during the drop event: browsers hide the entries afterwards. */
function getDroppedEntries(transfer: DataTransfer): FileSystemEntry[] {
  return Array.from(transfer.items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null)).filter(
    (entry) => entry !== null,
  );
}
