import { useEffect, useEffectEvent, useState } from 'react';
import { entriesOf, type FoundFiles, readEntries } from './found-files.ts';

/**
 * Takes files and folders that are dropped anywhere in the window, and says whether some are held over it now. With
 * `null` nothing is taken; but a drop is always caught, since the browser would leave the app to show the file.
 */
export function useFileDrop(onFound: ((found: FoundFiles) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((found: FoundFiles) => onFound?.(found));
  const isTaking = onFound !== null;

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isTaking ? 'copy' : 'none';
      setOver(isTaking);
    };
    // Without a related target the pointer has left the window, not just one element for another.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (isTaking) void readEntries(entriesOf(event.dataTransfer)).then(take);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDrop);
    };
  }, [isTaking]);

  return isOver && isTaking;
}
