import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { RankingMethod } from './ranking/ranking-weights.ts';
import type {
  EmbeddedPassage,
  PassagePosition,
  QueryEmbedding,
  UnembeddedPassage,
} from './storage/passage-vectors.ts';

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

/** A document at the root has no folder and belongs to its owner. */
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
  /** About the first 600 characters: who and what the document is about, for all its chunks. */
  opening: string;
  chunks: Chunk[];
}

/** What the actor may read, resolved in the database for each request. */
export type AccessFilter = { all: true } | { folderIds: readonly number[]; rootOwnerId: number | null };

export interface SearchQuery {
  text: string;
  accessFilter: AccessFilter;
  limit: number;
  /** Chosen by what the text looks like when absent. */
  method?: RankingMethod;
  /** Only documents in these folders. */
  withinFolderIds?: readonly number[];
  /** Its vector by a model; `null` when there should be one and the model gave none. */
  queryEmbedding?: QueryEmbedding | null;
}

export interface Hit {
  documentId: number;
  /** Comparable within one answer only. */
  score: number;
  chunk: Chunk;
  /** The words of the chunk that matched, as they are written there. */
  matchedWords: string[];
}

export interface SearchResults {
  /** The best passages, as many as were asked for; after them the best one of each further document, as many again at most. */
  hits: Hit[];
  /** What was done: `keyword-fallback` when there was nothing to make vectors of, or a model's were wanted and not at hand. */
  method: RankingMethod | 'keyword-fallback';
  /** How likely the first hit answers, 0 to 1. */
  confidence: number;
}

/** What may have been meant by what was typed; all of it from permitted documents. */
export interface Suggestions {
  /** Documents whose names it may be the beginning of, best first. */
  documentIds: number[];
  correctedText: string | null;
}

export interface SearchEngine {
  /** Replaces the document; resolves when that is durable. A document without chunks is found by its name. */
  putDocument(document: IndexedDocument): Promise<void>;
  /** For a moved or renamed document; one that the index does not hold is left to its `put`. */
  updateLabels(id: number, at: Pick<IndexedDocument, 'location' | 'title' | 'path'>): Promise<void>;
  removeDocument(id: number): Promise<void>;
  /** Any text is a query; none is a syntax error. */
  search(query: SearchQuery): Promise<SearchResults>;
  suggestDocuments(query: SearchQuery): Promise<Suggestions>;
  /** Passages after this place that have no vector of this model, in the order of their places. */
  listUnembedded(fingerprint: string, after: PassagePosition, limit: number): Promise<UnembeddedPassage[]>;
  /** Keeps vectors of passages, durably; the first ones of another model take the place of all there are. */
  putEmbeddings(fingerprint: string, passages: readonly EmbeddedPassage[]): Promise<void>;
  /** How far the index has followed the database's change feed; 0 for a new index. */
  readPosition(): Promise<number>;
  /**
   * Records the position together with, or after, every change sent before; never ahead of one. A change that was
   * rejected is not covered: send it again before advancing past it.
   */
  setPosition(position: number): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
  readStatistics(): Promise<{ documents: number; chunks: number }>;
}

/** What a question leaves behind is gone before it would grow the old generation, which is seldom given back. */
const MAX_YOUNG_GENERATION_MB = 96;

interface WorkerReply {
  id: number;
  epoch: number;
  value?: unknown;
  error?: Error;
}

/**
 * Opens the index in a worker thread of its own; there it stays, so that neither a query nor a build holds up the
 * server. A damaged or outdated file is set aside (`.set-aside`) and a new index begun at position 0.
 * Reading a large file takes seconds: that begins at once, and the calls made meanwhile wait for it. Without a file
 * the worker starts with the first call.
 */
export function openSearchEngine(file: string): SearchEngine {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let nextCallId = 0;
  // Goes along with every call: a change sent before an earlier one's failure was known is refused.
  let epoch = 0;
  let closed = false;

  function start(): Worker {
    const started = new Worker(new URL('./storage/index-worker.ts', import.meta.url), {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
    });
    let reason = new Error('The search index stopped.');
    started.on('message', ({ id, epoch: current, value, error }: WorkerReply) => {
      epoch = current;
      const call = pending.get(id);
      pending.delete(id);
      if (error === undefined) call?.resolve(value);
      else call?.reject(error);
    });
    started.on('error', (error: Error) => {
      reason = error;
    });
    started.on('exit', () => {
      // The next call begins a new worker: what was durable is in the file.
      worker = undefined;
      epoch = 0;
      for (const call of pending.values()) call.reject(reason);
      pending.clear();
    });
    return started;
  }

  function call<Method extends keyof SearchEngine>(
    method: Method,
    ...args: Parameters<SearchEngine[Method]>
  ): ReturnType<SearchEngine[Method]> {
    const answer = Promise.withResolvers<unknown>();
    if (closed) answer.reject(new Error('The search index is closed.'));
    else {
      worker ??= start();
      const id = nextCallId++;
      pending.set(id, answer);
      worker.postMessage({ id, epoch, call: { method, args } });
    }
    // The worker answers each method with what its type says.
    return answer.promise as ReturnType<SearchEngine[Method]>;
  }

  // Begins to read an existing file before the first question. An unreadable one fails each call with its reason.
  if (existsSync(file)) call('readStatistics').catch(() => {});
  return {
    putDocument: (document) => call('putDocument', document),
    updateLabels: (id, at) => call('updateLabels', id, at),
    removeDocument: (id) => call('removeDocument', id),
    search: (query) => call('search', query),
    suggestDocuments: (query) => call('suggestDocuments', query),
    listUnembedded: (fingerprint, after, limit) => call('listUnembedded', fingerprint, after, limit),
    putEmbeddings: (fingerprint, passages) => call('putEmbeddings', fingerprint, passages),
    readPosition: () => call('readPosition'),
    setPosition: (position) => call('setPosition', position),
    clear: () => call('clear'),
    readStatistics: () => call('readStatistics'),
    close: async () => {
      if (closed) return;
      const last = worker && call('close');
      closed = true;
      await last;
      await worker?.terminate();
    },
  };
}
