import { Worker } from 'node:worker_threads';
import type { EmbeddedPassage, Embedding, PassagePlace, UnembeddedPassage } from './storage/passage-vectors.ts';
import type { RankingMethod } from './ranking/ranking-weights.ts';

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
export interface Place {
  folderId: number | null;
  ownerId: number;
}

export interface IndexedDocument {
  id: number;
  place: Place;
  /** The cleaned file name and the document's own title. */
  title: string;
  /** The names of the folders above it. */
  path: string;
  /** About the first 600 characters: who and what the document is about, for all its chunks. */
  head: string;
  chunks: Chunk[];
}

/** What the actor may read, resolved in the database for each request. */
export type Allowed = { all: true } | { folderIds: readonly number[]; rootOwnerId: number | null };

export interface Query {
  text: string;
  allowed: Allowed;
  limit: number;
  /** Chosen by what the text looks like when absent. */
  method?: RankingMethod;
  /** Only documents in these folders. */
  within?: readonly number[];
  /** Its vector by a model; `null` when there should be one and the model gave none. */
  embedding?: Embedding | null;
}

export interface Hit {
  documentId: number;
  /** Comparable within one answer only. */
  score: number;
  chunk: Chunk;
  /** The words of the chunk that matched, as they are written there. */
  matched: string[];
}

export interface Found {
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
  corrected: string | null;
}

export interface SearchIndex {
  /** Replaces the document; resolves when that is durable. A document without chunks is found by its name. */
  put(document: IndexedDocument): Promise<void>;
  /** For a moved or renamed document; one that the index does not hold is left to its `put`. */
  place(id: number, at: Pick<IndexedDocument, 'place' | 'title' | 'path'>): Promise<void>;
  remove(id: number): Promise<void>;
  /** Any text is a query; none is a syntax error. */
  query(query: Query): Promise<Found>;
  suggest(query: Query): Promise<Suggestions>;
  /** Passages after this place that have no vector of this model, in the order of their places. */
  unembedded(fingerprint: string, after: PassagePlace, limit: number): Promise<UnembeddedPassage[]>;
  /** Keeps vectors of passages, durably; the first ones of another model take the place of all there are. */
  embed(fingerprint: string, passages: readonly EmbeddedPassage[]): Promise<void>;
  /** How far the index has followed the database's change feed; 0 for a new index. */
  position(): Promise<number>;
  /**
   * Records the position together with, or after, every change sent before; never ahead of one. A change that was
   * rejected is not covered: send it again before advancing past it.
   */
  advance(position: number): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
  stats(): Promise<{ documents: number; chunks: number }>;
}

/** What a question leaves behind is gone before it would grow the old generation, which is seldom given back. */
const YOUNG_GENERATION_MB = 96;

interface Answer {
  id: number;
  epoch: number;
  value?: unknown;
  error?: Error;
}

/**
 * Opens the index in a worker thread of its own; there it stays, so that neither a query nor a build holds up the
 * server. A damaged or outdated file is set aside (`.set-aside`) and a new index begun at position 0.
 * Reading a large file takes seconds: that begins at once, and the calls made meanwhile wait for it.
 */
export function openSearchIndex(file: string): SearchIndex {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let calls = 0;
  // Goes along with every call: a change sent before an earlier one's failure was known is refused.
  let epoch = 0;
  let closed = false;

  function start(): Worker {
    const started = new Worker(new URL('./storage/index-worker.ts', import.meta.url), {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    let reason = new Error('The search index stopped.');
    started.on('message', ({ id, epoch: current, value, error }: Answer) => {
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

  function call<Method extends keyof SearchIndex>(
    method: Method,
    ...args: Parameters<SearchIndex[Method]>
  ): ReturnType<SearchIndex[Method]> {
    const answer = Promise.withResolvers<unknown>();
    if (closed) answer.reject(new Error('The search index is closed.'));
    else {
      worker ??= start();
      const id = calls++;
      pending.set(id, answer);
      worker.postMessage({ id, epoch, call: { method, args } });
    }
    // The worker answers each method with what its type says.
    return answer.promise as ReturnType<SearchIndex[Method]>;
  }

  // A file that can't be read fails each call with its reason; this one only begins the reading.
  call('stats').catch(() => {});
  return {
    put: (document) => call('put', document),
    place: (id, at) => call('place', id, at),
    remove: (id) => call('remove', id),
    query: (query) => call('query', query),
    suggest: (query) => call('suggest', query),
    unembedded: (fingerprint, after, limit) => call('unembedded', fingerprint, after, limit),
    embed: (fingerprint, passages) => call('embed', fingerprint, passages),
    position: () => call('position'),
    advance: (position) => call('advance', position),
    clear: () => call('clear'),
    stats: () => call('stats'),
    close: async () => {
      if (closed) return;
      const last = call('close');
      closed = true;
      await last;
      await worker?.terminate();
    },
  };
}
