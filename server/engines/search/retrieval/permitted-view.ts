import { unitOf } from '../storage/indexed-field.ts';
import type { IndexedEntry, InvertedIndex } from '../storage/inverted-index.ts';

/**
 * The part of the index that one asker may see. Whatever is looked up, counted or compared for a question goes through it,
 * so that nothing in an answer, not even the last digit of a score, depends on what is hidden.
 */
export class PermittedView {
  readonly index: InvertedIndex;
  readonly documents: readonly IndexedEntry[];
  /** 1 for each document and each passage of the part, by their units. */
  readonly documentMask: Uint8Array;
  readonly chunkMask: Uint8Array;
  readonly #stems = new Map<string, readonly number[]>();

  constructor(index: InvertedIndex, isVisible: (held: IndexedEntry) => boolean) {
    this.index = index;
    this.documents = [...index.entries()].filter(isVisible);
    this.documentMask = new Uint8Array(index.size.documents);
    this.chunkMask = new Uint8Array(index.size.chunks);
    for (const { unit, firstChunk, chunkCount } of this.documents) {
      this.documentMask[unit] = 1;
      this.chunkMask.fill(1, firstChunk, firstChunk + chunkCount);
    }
  }

  has(entry: IndexedEntry): boolean {
    return this.documentMask[entry.unit] === 1;
  }

  /** The numbers of the word's stems that stand in the part, one for each of its languages that has words of that stem. */
  findStems(word: string): readonly number[] {
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    const found = this.index.vocabulary.findStems(word).filter((stem) => this.#contains(stem));
    this.#stems.set(word, found);
    return found;
  }

  #contains(stem: number): boolean {
    const { documentFields, chunkFields } = this.index;
    const isIn = (postings: readonly number[], mask: Uint8Array) =>
      postings.some((posting) => mask[unitOf(posting)] === 1);
    return (
      Object.values(documentFields).some((field) => isIn(field.postingsOf(stem), this.documentMask)) ||
      isIn(chunkFields.headings.postingsOf(stem), this.chunkMask)
    );
  }
}
