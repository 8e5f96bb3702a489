import type { Language } from '../analysis/detect-language.ts';
import type { DocumentLocation, SearchQuery } from '../search-types.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { unitOf } from '../storage/indexed-field.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import type { TermScope } from './bm25f.ts';

/**
 * The part of the index that one requester may read. Everything that is looked up, counted or compared for a query goes
 * through it, so that no part of a result, not even a score, depends on hidden documents.
 */
export class PermittedView {
  readonly index: InvertedIndex;
  readonly documents: readonly IndexedEntry[];
  /** 1 for each permitted document, by its unit. */
  readonly documentMask: Uint8Array;
  /** 1 for each permitted passage, by its unit. */
  readonly chunkMask: Uint8Array;
  readonly #stems = new Map<string, readonly number[]>();
  readonly #masks = new Map<readonly number[], TermScope>();
  readonly #holders = new Map<readonly number[], number>();
  readonly #passageCount: number;

  constructor(index: InvertedIndex, isVisible: (entry: IndexedEntry) => boolean) {
    this.index = index;
    this.documentMask = new Uint8Array(index.size.documents);
    this.chunkMask = new Uint8Array(index.size.chunks);
    const documents: IndexedEntry[] = [];
    let passages = 0;
    // A question looks at all documents, so that this is one loop.
    for (const entry of index.entries()) {
      if (!isVisible(entry)) continue;
      const { unit, firstChunk, chunkCount } = entry;
      documents.push(entry);
      passages += chunkCount;
      this.documentMask[unit] = 1;
      for (let chunk = firstChunk; chunk < firstChunk + chunkCount; chunk += 1) this.chunkMask[chunk] = 1;
    }
    this.documents = documents;
    this.#passageCount = passages;
  }

  has(entry: IndexedEntry): boolean {
    return this.documentMask[entry.unit] === 1;
  }

  /** Number of permitted documents. */
  get documentCount(): number {
    return this.documents.length;
  }

  /** Number of permitted passages. */
  get passageCount(): number {
    return this.#passageCount;
  }

  /** Counts the permitted passages whose text contains each of the stems, once for each list that findStems returned. */
  countHolders(stems: readonly number[]): number {
    const known = this.#holders.get(stems);
    if (known !== undefined) return known;
    let holders = 0;
    for (const stem of stems)
      for (const posting of this.index.chunkFields.body.postingsOf(stem))
        holders += this.chunkMask[unitOf(posting)] ?? 0;
    this.#holders.set(stems, holders);
    return holders;
  }

  /** Returns whether the index has the passage, rather than its place in the document alone. */
  isLoaded(_chunk: number): boolean {
    return true;
  }

  /** Returns the permitted documents in these folders, and their passages. */
  within(folderIds: readonly number[]): TermScope {
    const known = this.#masks.get(folderIds);
    if (known !== undefined) return known;
    const folders = new Set(folderIds);
    const masks = {
      folderIds,
      documents: new Uint8Array(this.documentMask.length),
      chunks: new Uint8Array(this.chunkMask.length),
    };
    for (const { unit, firstChunk, chunkCount, location } of this.documents) {
      if (location.folderId === null || !folders.has(location.folderId)) continue;
      masks.documents[unit] = 1;
      masks.chunks.fill(1, firstChunk, firstChunk + chunkCount);
    }
    this.#masks.set(folderIds, masks);
    return masks;
  }

  /** Returns the word's stems that occur in the view, one for each language, or for this one, that has words of that stem. */
  findStems(word: string, language?: Language): readonly number[] {
    const key = language === undefined ? word : `${language} ${word}`;
    const known = this.#stems.get(key);
    if (known !== undefined) return known;
    const found = this.index.vocabulary.findStems(word, language).filter((stem) => this.#contains(stem));
    this.#stems.set(key, found);
    return found;
  }

  #contains(stem: number): boolean {
    const { documentFields, chunkFields } = this.index;
    const { body: _, ...labels } = documentFields;
    const isIn = (postings: Uint32Array, mask: Uint8Array) =>
      postings.some((posting) => mask[unitOf(posting)] === 1);
    return (
      Object.values(chunkFields).some((field) => isIn(field.postingsOf(stem), this.chunkMask)) ||
      Object.values(labels).some((field) => isIn(field.postingsOf(stem), this.documentMask))
    );
  }
}

/** Returns a test for the documents that a query may see. Denies by default: a document that matches no rule is hidden. */
export function createVisibilityTest({
  accessFilter,
  withinFolderIds,
  withinDocumentIds,
}: Pick<SearchQuery, 'accessFilter' | 'withinFolderIds' | 'withinDocumentIds'>): (
  entry: IndexedEntry,
) => boolean {
  const folders = withinFolderIds === undefined ? undefined : new Set(withinFolderIds);
  const documents = withinDocumentIds === undefined ? undefined : new Set(withinDocumentIds);
  const isWanted = ({ id, location: { folderId } }: IndexedEntry) =>
    (folders === undefined || (folderId !== null && folders.has(folderId))) &&
    (documents === undefined || documents.has(id));
  if ('all' in accessFilter) return (entry) => accessFilter.all && isWanted(entry);
  const allowedFolders = new Set(accessFilter.folderIds);
  const { rootOwnerId } = accessFilter;
  const isAllowed = ({ folderId, ownerId }: DocumentLocation) =>
    folderId === null ? rootOwnerId !== null && ownerId === rootOwnerId : allowedFolders.has(folderId);
  const permitted = new Set(accessFilter.documentIds);
  const hidden = new Set(accessFilter.exceptDocumentIds);
  return (entry) =>
    (permitted.has(entry.id) || (isAllowed(entry.location) && !hidden.has(entry.id))) && isWanted(entry);
}
