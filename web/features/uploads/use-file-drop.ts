import { useEffect, useEffectEvent, useState } from 'react';
import { entriesOf, type FoundFiles, readEntries } from './collect-files.ts';

/**
 * Takes files and folders that are dropped in the window where `placeAt` says that there is a place for them, and
 * answers that place while some are held over it.
 */
export function useFileDrop<Place>(
  placeAt: (element: EventTarget | null) => Place | null,
  onFound: (found: FoundFiles, place: Place) => void,
): Place | null {
  const [over, setOver] = useState<Place | null>(null);
  const take = useEffectEvent(onFound);
  const placeOf = useEffectEvent(({ target }: DragEvent) => placeAt(target));

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      const place = placeOf(event);
      if (place) event.dataTransfer.dropEffect = 'copy';
      setOver(place);
    };
    // Without a related target the pointer has left the window, not just one element for another.
    const onDragLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(null);
    const onDrop = (event: DragEvent) => {
      setOver(null);
      if (!event.dataTransfer?.types.includes('Files')) return;
      const place = placeOf(event);
      if (place) void readEntries(entriesOf(event.dataTransfer)).then((found) => take(found, place));
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

  return over;
}
