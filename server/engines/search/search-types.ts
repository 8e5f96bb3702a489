import type { TableAnswer } from './tables/table-types.ts';

/** A part of a document's text that the caller extracted; `start` and `end` are UTF-16 offsets in the whole text. */
export interface TextBlock {
  kind: string;
  text: string;
  /** The headings above it, outermost first. */
  headings: readonly string[];
  start: number;
  end: number;
  page?: number;
  sheet?: string;
  /** Cell range as spreadsheets write it, for example `A2:F2`. */
  range?: string;
  slide?: number;
}

/** A passage of about 400 to 600 characters: the unit that is ranked and cited. */
export interface Chunk {
  ordinal: number;
  text: string;
  headings: string;
  page?: number;
  sheet?: string;
  range?: string;
  slide?: number;
  start: number;
  end: number;
}

/** Location that access is decided by. A document at the root has no folder and belongs to its owner. */
export interface DocumentLocation {
  folderId: number | null;
  ownerId: number;
}

export interface IndexedDocument {
  id: number;
  location: DocumentLocation;
  /** The cleaned file name and the document's own title. */
  title: string;
  /** The names of the folders above it. */
  path: string;
  /** The first 600 characters or so: context that is added to every chunk of the document. */
  opening: string;
  chunks: Chunk[];
  /** Identifies the text that the chunks were cut from, so that `placeDocument` can tell that it has not changed. */
  textKey?: string;
}

/** A document whose place may have changed. */
export type PlacedDocument = Required<
  Pick<IndexedDocument, 'id' | 'location' | 'title' | 'path' | 'textKey'>
>;

/** Documents that the requester may read, resolved by the caller for each request. */
export type AccessFilter =
  | { all: true }
  | {
      folderIds: readonly number[];
      rootOwnerId: number | null;
      /** Documents in other folders that are permitted. */
      documentIds?: readonly number[];
      /** Documents in these folders that are hidden. */
      exceptDocumentIds?: readonly number[];
    };

export type RankingMethod = 'vector' | 'keyword' | 'hybrid';

export interface QueryEmbedding {
  /** Compared only with passage vectors of the same fingerprint. */
  fingerprint: string;
  /** A vector of length 1. */
  vector: Float32Array;
}

/** Groups of terms of the same meaning, which count for the documents in these folders only. */
export interface ScopedSynonyms {
  folderIds: readonly number[];
  groups: readonly (readonly string[])[];
}

export interface SearchQuery {
  text: string;
  accessFilter: AccessFilter;
  limit: number;
  method: RankingMethod;
  /** Restricts the results to documents in these folders. */
  withinFolderIds?: readonly number[];
  /** Restricts the results to these documents. */
  withinDocumentIds?: readonly number[];
  /** Synonyms of parts of the text, beside the built-in lexicon. */
  synonyms?: readonly ScopedSynonyms[];
  /** Vector of the text; `null` when a model was asked and failed. */
  queryEmbedding?: QueryEmbedding | null;
}

export type SuggestionQuery = Pick<SearchQuery, 'text' | 'accessFilter' | 'limit' | 'withinFolderIds'>;

export interface Hit {
  documentId: number;
  /** Comparable only within one result. */
  score: number;
  chunk: Chunk;
  /** Offsets in the chunk's text of the sentence that most likely contains the answer. */
  sentence: { start: number; end: number };
  /** Share of the query's words, 0 to 1, that the document has in its text, title or path, rare words counting more. */
  share: number;
  /** The `textKey` with which the passage was put; absent when it was put without one. */
  textKey?: string | undefined;
}

export interface SearchResults {
  /** The best passages up to the limit, followed by the best passage of each further document, again up to the limit. */
  hits: Hit[];
  /** Method applied; `keyword-fallback` when term vectors or the requested embeddings were unavailable. */
  method: RankingMethod | 'keyword-fallback';
  /** Probability from 0 to 1 that the first hit answers the question. */
  confidence: number;
  /** Rows of a table in the first hit's document that answer the question. */
  table?: TableAnswer;
}

/** Completions and corrections, taken from permitted documents only. */
export interface Suggestions {
  /** Documents whose names match what was typed, best first. */
  documentIds: number[];
  correctedText: string | null;
}

/** Position of a passage among those of one index, which `indexId` names; later passages have larger ones. */
export interface PassagePosition {
  indexId?: string | undefined;
  versionKey: number;
  position: number;
}

/** A passage without a vector of the requested fingerprint. */
export interface UnembeddedPassage extends PassagePosition {
  documentId: number;
  /** Input for the model: document title, headings and passage. */
  text: string;
}

export interface EmbeddedPassage extends PassagePosition {
  documentId: number;
  vector: Float32Array;
}

export interface IndexStatistics {
  documents: number;
  chunks: number;
  /** Room of the built-in index, which is in memory. */
  memory?: {
    /** Above this number of chunks, further documents are found by their titles only. An empty index may not know it yet. */
    maxChunks?: number | undefined;
    /** Documents whose text was left out for this reason. */
    titlesOnly: number;
    usedBytes: number;
  };
}

/** The operations that run in the index's worker thread. */
export interface SearchIndex {
  /**
   * Replaces the document; resolves once the change is durable. A document without chunks is found by its title. Returns whether the
   * index has its text: a full index keeps the title alone.
   */
  putDocument(document: IndexedDocument): Promise<boolean>;
  /**
   * Changes location and path of a document that the index has with the same title and text, without analyzing its text again.
   * Otherwise changes nothing and returns false: put the document.
   */
  placeDocument(document: PlacedDocument): Promise<boolean>;
  removeDocument(id: number): Promise<void>;
  /** Treats any text as a valid query. */
  search(query: SearchQuery): Promise<SearchResults>;
  suggestDocuments(query: SuggestionQuery): Promise<Suggestions>;
  /** Returns passages after this position that have no vector of this fingerprint, in order of position; after one of another index, all. */
  listUnembedded(fingerprint: string, after: PassagePosition, limit: number): Promise<UnembeddedPassage[]>;
  /** Stores vectors durably, but none of a passage that another index listed. The first ones of another fingerprint replace all that are stored. */
  putEmbeddings(fingerprint: string, passages: readonly EmbeddedPassage[]): Promise<void>;
  /** Returns the position in the caller's change feed that the index has reached; 0 for a new index. */
  readPosition(): Promise<number>;
  /**
   * Records the position together with, or after, every change sent before. A rejected change is not covered: send it
   * again before recording a later position.
   */
  setPosition(position: number): Promise<void>;
  /**
   * Returns whether this process is the one that applies the change feed: always, unless several share the index. A process that
   * is not applies nothing, and asks again.
   */
  claimFeed(): Promise<boolean>;
  /** Tells that all changes were applied; an index that was built beside the one in use answers from now on. */
  finishFeed(): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
  readStatistics(): Promise<IndexStatistics>;
}
