const STORAGE_KEY = 'muniment.reading-positions';
/** The oldest positions are forgotten. */
const MAX_FILES = 200;

/** Position at which reading of a file stopped. */
export interface ReadingPosition {
  readonly page: number;
  /** Factor or mode, such as `page-width`, as its viewer writes it. */
  readonly zoom: string;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Returns where reading of this file stopped in this browser, if it is known. */
export function readPosition(fileId: number, storage: Storage = localStorage): ReadingPosition | undefined {
  return readAll(storage).find(([id]) => id === fileId)?.[1];
}

/** Remembers where reading of this file stopped, in this browser. */
export function storePosition(
  fileId: number,
  position: ReadingPosition,
  storage: Storage = localStorage,
): void {
  const others = readAll(storage).filter(([id]) => id !== fileId);
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify([[fileId, position], ...others].slice(0, MAX_FILES)));
  } catch {
    // A full or disabled storage is no reason not to show a page.
  }
}

function readAll(storage: Storage): [number, ReadingPosition][] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [number, ReadingPosition] {
  if (!Array.isArray(entry) || entry.length !== 2) return false;
  const [id, position]: unknown[] = entry;
  return (
    Number.isInteger(id) &&
    typeof position === 'object' &&
    position !== null &&
    'page' in position &&
    Number.isInteger(position.page) &&
    Number(position.page) >= 1 &&
    'zoom' in position &&
    typeof position.zoom === 'string'
  );
}
