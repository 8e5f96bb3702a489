import { useEffect, useState } from 'react';
import type { TextRange } from '#web/lib/documents/locate-passage.ts';

/**
 * Where a quote stands in a text: `undefined` until that is known, `null` when it is not there. Looked for in a worker,
 * since matching a megabyte takes half a second.
 */
export function usePassageLocation(
  sections: string[],
  quote: string | undefined,
): readonly TextRange[] | null | undefined {
  const [ranges, setRanges] = useState<readonly TextRange[] | null>();

  useEffect(() => {
    if (quote === undefined) return;
    const worker = new Worker(new URL('./locate-passage-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<TextRange[] | null>) => setRanges(data));
    worker.addEventListener('error', () => setRanges(null));
    worker.postMessage({ sections, quote });
    return () => {
      worker.terminate();
      setRanges(undefined);
    };
  }, [sections, quote]);

  return ranges;
}
