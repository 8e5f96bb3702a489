/** About a hundred pages: enough for scrolling back within the minute that a watermark shows. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface WatermarkedPageCache {
  get(name: string): Buffer | undefined;
  set(name: string, image: Buffer): Buffer;
}

/**
 * Holds the newest watermarked pages in memory only: they are useless after a minute, so writing and encrypting them on disk is
 * not worth it. Their name contains the whole watermark, so that no viewer gets the page of another.
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
    set(name, image) {
      drop(name);
      kept.set(name, image);
      size += image.length;
      for (const oldest of kept.keys()) {
        if (size <= maxBytes) break;
        drop(oldest);
      }
      return image;
    },
  };
}
