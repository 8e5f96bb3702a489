import { useEffect, useEffectEvent, useState } from 'react';
import { type CollectedFiles, collectDroppedFiles, getDroppedEntries } from './collect-files.ts';

/**
 * Takes files and folders that are dropped in the window where `placeAt` says that there is a place for them, and
 * answers that place while some are held over it.
 */
export function useFileDrop<Place>(
  getTarget: (element: EventTarget | null) => Place | null,
  onFound: (found: CollectedFiles, place: Place) => void,
): Place | null {
  const [hoveredTarget, setOver] = useState<Place | null>(null);
  const handleFiles = useEffectEvent(onFound);
  const resolveTarget = useEffectEvent(({ target }: DragEvent) => getTarget(target));

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      const place = resolveTarget(event);
      if (place) event.dataTransfer.dropEffect = 'copy';
      setOver(place);
    };
    // Without a related target the pointer has left the window, not just one element for another.
    const onDragLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(null);
    const onDrop = (event: DragEvent) => {
      setOver(null);
      if (!event.dataTransfer?.types.includes('Files')) return;
      const place = resolveTarget(event);
      if (place)
        void collectDroppedFiles(getDroppedEntries(event.dataTransfer)).then((found) =>
          handleFiles(found, place),
        );
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

  return hoveredTarget;
}
