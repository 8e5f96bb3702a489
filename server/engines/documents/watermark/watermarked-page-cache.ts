/** Some hundred pages: what readers scroll back to within the minute that their mark tells. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface WatermarkedPageCache {
  get(name: string): Buffer | undefined;
  set(name: string, picture: Buffer): Buffer;
}

/**
 * The newest marked pages, in memory alone: they are of no use after a minute, which is not worth a disk and a cipher. Their name
 * has all of the mark in it, so that nobody gets another's.
 */
export function createWatermarkedPageCache(maxBytes = MAX_BYTES): WatermarkedPageCache {
  /** Oldest first. */
  const kept = new Map<string, Buffer>();
  let size = 0;

  function drop(name: string): void {
    size -= kept.get(name)?.length ?? 0;
    kept.delete(name);
  }

  return {
    get: (name) => kept.get(name),
    set(name, picture) {
      drop(name);
      kept.set(name, picture);
      size += picture.length;
      for (const oldest of kept.keys()) {
        if (size <= maxBytes) break;
        drop(oldest);
      }
      return picture;
    },
  };
}
