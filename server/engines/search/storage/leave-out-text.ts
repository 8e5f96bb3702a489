import type { IndexedDocument } from '../search-types.ts';

/** Stored in place of the key of a text that a full index has left out, so that the document is put again whenever it changes. */
export const TEXT_LEFT_OUT = 'left out';

/** Returns the document, without its text when the index has no room for it. A single passage takes no more than a title. */
export const withinLimit = (document: IndexedDocument, room: number): IndexedDocument =>
  document.chunks.length <= 1 || document.chunks.length <= room
    ? document
    : { ...document, chunks: [], opening: '', textKey: TEXT_LEFT_OUT };
