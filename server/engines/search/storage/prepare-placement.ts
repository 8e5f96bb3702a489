import type { PlacedDocument } from '../search-types.ts';
import type { IndexFile } from './index-file.ts';
import type { InvertedIndex } from './inverted-index.ts';

/** The two halves of a change. Both run without awaiting, so that file and memory never differ for a query. */
export interface PreparedChange {
  /** The value that the call returns. */
  value?: boolean;
  applyToFile: () => void;
  applyToMemory: () => void;
}

const NO_CHANGE: PreparedChange = { value: false, applyToFile() {}, applyToMemory() {} };

/** Prepares the move of a document that has the same title and text as in the index; its value tells whether it has. */
export function preparePlacement(
  file: IndexFile,
  index: InvertedIndex,
  { id, location, title, path, textKey }: PlacedDocument,
): PreparedChange {
  const entry = index.find(id);
  if (entry?.title !== title || file.findTextKey(entry.versionKey) !== textKey) return NO_CHANGE;
  return {
    value: true,
    applyToFile: () => file.placeDocument(entry.versionKey, location, path),
    applyToMemory: () => index.place(entry, location, path),
  };
}
