import type { File } from '#shared/contracts/files.ts';

/**
 * Returns a list with the objects of the known one for files that did not change, or the known list itself, so that
 * nothing is rendered again for them. The query client would compare files by their places, of which one that is gone
 * shifts all after it.
 */
export function keepUnchangedFiles(known: unknown, next: unknown): unknown {
  if (!isList(known) || !isList(next)) return next;
  const byId = new Map(known.map((file) => [file.id, file]));
  const kept = next.map((file) => {
    const old = byId.get(file.id);
    return old && isSame(old, file) ? old : file;
  });
  return kept.length === known.length && kept.every((file, at) => file === known[at]) ? known : kept;
}

const isList = (data: unknown): data is readonly File[] => Array.isArray(data);

function isSame(a: object, b: object): boolean {
  if (a === b) return true;
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([name, value]) => isEqual(value, (b as Record<string, unknown>)[name]))
  );
}

/** Compares parts of a file, most of which are texts and numbers. */
const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
