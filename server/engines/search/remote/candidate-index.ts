import type { Language } from '../analysis/detect-language.ts';
import { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { Chunk } from '../search-types.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { InvertedIndex } from '../storage/inverted-index.ts';
import { VectorMatrix } from '../storage/vector-matrix.ts';
import type { StoredDocument } from './document-records.ts';
import { tokenOf } from './stem-tokens.ts';

/** A passage that the server returned. */
export interface FetchedPassage {
  readonly documentId: number;
  readonly version: number;
  readonly position: number;
  readonly chunk: Chunk;
  readonly analysis: Buffer;
  readonly vector?: Int8Array | undefined;
}

/** A document that the server returned, and the stems of the question that its text contains. */
export interface FetchedDocument extends StoredDocument {
  readonly version: number;
  readonly foundTokens: readonly string[];
}

/** The counts of the permitted passages that the ranking of the candidates needs. */
export interface PermittedCounts {
  readonly passages: number;
  readonly documents: number;
  /** Permitted passages whose text contains a stem. */
  readonly holders: ReadonlyMap<string, number>;
}

/** The words of a question and the stems that they have in permitted documents. */
export class QuestionVocabulary {
  readonly index = new InvertedIndex();
  readonly #tokens = new Map<number, string>();

  /** Adds a stem that occurs in a permitted document. */
  add(word: string, language: Language): void {
    const { vocabulary } = this.index;
    this.#tokens.set(vocabulary.stemOf(vocabulary.add(word, language)), tokenOf(word, language));
  }

  has(stem: number): boolean {
    return this.#tokens.has(stem);
  }

  /** Returns the server's tokens for these stems. */
  tokensOf(stems: readonly number[]): string[] {
    return stems.flatMap((stem) => this.#tokens.get(stem) ?? []);
  }

  stemOf(token: string): number | undefined {
    return this.#tokens.entries().find(([, other]) => other === token)?.[0];
  }
}

/**
 * The best passages of the server as an index in memory, which is ranked like the built-in one. What is counted over all
 * permitted passages comes from the server.
 */
export class CandidateView extends PermittedView {
  readonly #words: QuestionVocabulary;
  readonly #counts: PermittedCounts;
  readonly #loaded: ReadonlySet<number>;

  constructor(words: QuestionVocabulary, counts: PermittedCounts, loaded: ReadonlySet<number> = new Set()) {
    super(words.index, () => true);
    this.#words = words;
    this.#counts = counts;
    this.#loaded = loaded;
  }

  override get documentCount(): number {
    return this.#counts.documents;
  }

  override get passageCount(): number {
    return this.#counts.passages;
  }

  override findStems(word: string, language?: Language): readonly number[] {
    return this.index.vocabulary.findStems(word, language).filter((stem) => this.#words.has(stem));
  }

  override countHolders(stems: readonly number[]): number {
    const { holders } = this.#counts;
    return this.#words.tokensOf(stems).reduce((sum, token) => sum + (holders.get(token) ?? 0), 0);
  }

  override isLoaded(chunk: number): boolean {
    return this.#loaded.has(chunk);
  }
}

export interface CandidateIndex {
  readonly view: CandidateView;
  readonly vectors: VectorMatrix | undefined;
  /** Returns a fetched passage; `undefined` for one that the server was not asked for. */
  find(chunk: number): Chunk | undefined;
  readTextKey(entry: IndexedEntry): string | undefined;
  /** Returns the candidates with these scores, by document and position, in the same order. */
  rank(scored: readonly { documentId: number; position: number; score: number }[]): RankedPassage[];
}

/**
 * Builds the index of the candidates. Passages of another version than their document, which is just being replaced, are left
 * out.
 */
export function buildCandidateIndex(
  words: QuestionVocabulary,
  counts: PermittedCounts,
  documents: readonly FetchedDocument[],
  passages: readonly FetchedPassage[],
  fingerprint: string | undefined,
): CandidateIndex {
  const byDocument = Map.groupBy(passages, ({ documentId }) => documentId);
  const chunks = new Map<number, Chunk>();
  const entries = new Map<number, IndexedEntry>();
  const textKeys = new Map(documents.map(({ id, textKey }) => [id, textKey]));
  const vectors = fingerprint === undefined ? undefined : new VectorMatrix(fingerprint);
  const { index } = words;
  for (const document of documents) {
    const { id, version, folderId, ownerId, title, path, chunkCount } = document;
    const fetched = new Map(
      byDocument.get(id)?.flatMap((each) => (each.version === version ? [[each.position, each]] : [])),
    );
    const builder = index.addDocument(version, { id, location: { folderId, ownerId }, title, path });
    for (let position = 0; position < chunkCount; position++) {
      const passage = fetched.get(position);
      builder.addPassage(passage?.analysis);
      if (passage === undefined) continue;
      const unit = builder.entry.firstChunk + position;
      chunks.set(unit, passage.chunk);
      if (passage.vector !== undefined) vectors?.set(unit, passage.vector);
    }
    builder.finishPartial({
      opening: document.opening,
      language: document.language,
      furtherStems: document.foundTokens.flatMap((token) => words.stemOf(token) ?? []),
      lengths: { body: document.bodyLength, headings: document.headingsLength },
    });
    index.publish(builder.entry);
    entries.set(id, builder.entry);
  }
  return {
    view: new CandidateView(words, counts, new Set(chunks.keys())),
    vectors,
    find: (chunk) => chunks.get(chunk),
    readTextKey: ({ id }) => textKeys.get(id),
    rank: (scored) =>
      scored.flatMap(({ documentId, position, score }) => {
        const entry = entries.get(documentId);
        const chunk = (entry?.firstChunk ?? 0) + position;
        return entry !== undefined && chunks.has(chunk) ? [{ entry, chunk, score }] : [];
      }),
  };
}
