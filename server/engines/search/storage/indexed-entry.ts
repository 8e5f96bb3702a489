import type { Language } from '../analysis/detect-language.ts';
import type { Chunk, DocumentLocation } from '../search-types.ts';

/** A version of a document in the index. Its chunks are numbered from `firstChunk` on. */
export interface IndexedEntry {
  readonly id: number;
  /** Key of this version in the index file. */
  readonly versionKey: number;
  readonly unit: number;
  readonly firstChunk: number;
  chunkCount: number;
  location: DocumentLocation;
  readonly title: string;
  path: string;
  /** Language of the latest passage in which one could be detected; title and path are read in it too. */
  language: Language;
  /** Words of title and path in order; absent until they are asked for (`InvertedIndex.labelWordsOf`). */
  labelWords: number[] | undefined;
  /** The group that the file stores the words of this document in too. */
  group: DocumentGroup | undefined;
}

/** Documents whose words the file stores together (`groups/`). */
export interface DocumentGroup {
  readonly key: number;
  readonly chunks: number;
  /** The group is deleted with the first of its documents that leaves. */
  isDeleted: boolean;
}

/** The rest of a document of which some passages are not loaded. */
interface PartialDocument {
  readonly opening: string;
  readonly language: Language;
  /** Stems that occur in its text too. */
  readonly furtherStems: readonly number[];
  /** The numbers of words of all its passages together. */
  readonly lengths: { readonly body: number; readonly headings: number };
}

/**
 * A document that is being added: call `addChunk` for each chunk and then `finish`, or `addAnalysis` with what `finish` returned
 * before; then `publish` the entry.
 */
export interface EntryBuilder {
  entry: IndexedEntry;
  addChunk: (chunk: Chunk) => void;
  /** Returns the words of the document as analyzed, to be stored with it. */
  finish: (opening: string) => Buffer;
  addAnalysis: (analysis: Buffer) => void;
  /** Adds a passage with its words as analyzed, or the place of one that is not loaded. */
  addPassage: (analysis: Buffer | undefined) => void;
  finishPartial: (rest: PartialDocument) => void;
}
