import { randomUUID } from 'node:crypto';
import type { SearchIndex, SearchQuery } from '../search-types.ts';
import { startAfter } from '../start-after.ts';
import { type Generations, IndexGenerations } from './index-generations.ts';
import { IndexWriter } from './index-writer.ts';
import { createRemoteSearch } from './search-remotely.ts';
import {
  isMissingIndex,
  openSearchServer,
  type SearchServer,
  type SearchServerSettings,
} from './search-server.ts';
import { WriterLease } from './writer-lease.ts';

interface OpenIndex {
  /** Another one for each index that is opened. */
  readonly id: string;
  readonly generations: Generations;
  readonly lease: WriterLease;
  readonly writer: IndexWriter;
}

/**
 * Keeps the index on an OpenSearch server that several nodes share. One of them writes; all of them search. The server is reached
 * with the first call, and again with the next one after an outage.
 */
export function openRemoteIndex(settings: SearchServerSettings, installation: string): SearchIndex {
  const server = openSearchServer(settings);
  const generations = new IndexGenerations(server, settings.indexPrefix, installation);
  const index = new OrderedIndex(server, generations);
  const remote = createRemoteSearch(server, settings.indexPrefix);
  return {
    putDocument: (document) =>
      index.change(async ({ writer, lease }) => {
        await lease.renewDuring(() => writer.put(document));
        return true;
      }),
    placeDocument: (document) => index.change(({ writer }) => writer.place(document)),
    removeDocument: (id) => index.change(({ writer }) => writer.remove(id)),
    search: (query: SearchQuery) => index.afterChanges(() => remote.search(query)),
    suggestDocuments: (query) => index.afterChanges(() => remote.suggestDocuments(query)),
    listUnembedded: (fingerprint, after, limit) =>
      index.inOrder(async ({ id, lease, writer }) => {
        if (!(await lease.claim())) return [];
        const listed = await writer.listUnembedded(fingerprint, startAfter(id, after), limit);
        return listed.map((passage) => ({ ...passage, indexId: id }));
      }),
    putEmbeddings: (fingerprint, passages) =>
      index.change(({ id, writer }) => {
        // Another index has the same versions and positions, with other texts.
        const listedHere = passages.filter(({ indexId }) => indexId === id);
        return writer.putEmbeddings(fingerprint, listedHere);
      }),
    readPosition: () => index.withIndex(({ lease }) => lease.readPosition()),
    setPosition: (position) => index.change((opened) => index.setPosition(opened, position)),
    claimFeed: () => index.inOrder(({ lease }) => lease.claim()),
    finishFeed: () => index.inOrder((opened) => index.serveWritten(opened)),
    clear: () => index.change((opened) => index.replace(opened, generations.replace(opened.generations))),
    readStatistics: () => index.afterChanges(() => remote.readStatistics()),
    async close() {
      await index.release();
      server.close();
    },
  };
}

/** Carries out changes in the order of the calls, and queries after the changes that were sent before them. */
class OrderedIndex {
  readonly #server: SearchServer;
  readonly #generations: IndexGenerations;
  readonly #writerId = randomUUID();
  readonly #queue = createQueue();
  #opened: Promise<OpenIndex> | undefined;
  /** There are changes that are not visible to searches yet. */
  #isChanged = false;
  /** Changes that were sent before an earlier one failed are refused: the position must not pass it. */
  #failures = 0;

  constructor(server: SearchServer, generations: IndexGenerations) {
    this.#server = server;
    this.#generations = generations;
  }

  /** Runs work on the index after all earlier work. */
  inOrder<Value>(work: (index: OpenIndex) => Promise<Value>): Promise<Value> {
    return this.#queue(() => this.withIndex(work));
  }

  change<Value>(work: (index: OpenIndex) => Promise<Value>): Promise<Value> {
    const failuresBefore = this.#failures;
    return this.#queue(async () => {
      if (this.#failures !== failuresBefore) throw new Error('An earlier change failed.');
      try {
        const index = await this.#open();
        if (!(await index.lease.claim())) throw new Error('Another node keeps the search index up to date.');
        this.#isChanged = true;
        return await work(index);
      } catch (error) {
        this.#failures++;
        return this.forgetMissing(error);
      }
    });
  }

  /** Runs work at once. */
  async withIndex<Value>(work: (index: OpenIndex) => Promise<Value>): Promise<Value> {
    const index = await this.#open();
    return work(index).catch(this.forgetMissing);
  }

  /** A query answers from every change that was sent before it. */
  async afterChanges<Value>(query: () => Promise<Value>): Promise<Value> {
    await this.#open();
    try {
      await this.#queue(async () => {
        if (this.#isChanged) await this.#makeVisible(await this.#open());
      });
      return await query();
    } catch (error) {
      return this.forgetMissing(error);
    }
  }

  async setPosition(index: OpenIndex, position: number): Promise<void> {
    // What the position covers must be found once it is read.
    await this.#makeVisible(index);
    await index.lease.setPosition(position);
  }

  /** Searches use what was written from now on, if another generation has served them. */
  async serveWritten(index: OpenIndex): Promise<void> {
    const { serving, writing } = index.generations;
    if (serving === writing || !(await index.lease.claim())) return;
    await index.writer.refresh();
    await this.replace(index, this.#generations.switch(writing));
  }

  async replace(index: OpenIndex, found: Promise<Generations>): Promise<void> {
    // Both at once: a rejection that nobody waits for yet would end the thread.
    const [next] = await Promise.all([found, index.lease.release()]);
    this.#opened = Promise.resolve(this.#use(next));
    this.#isChanged = true;
  }

  /** Rejects with the error. Looks for the index again, with the next call, after another node has replaced it. */
  readonly forgetMissing = (error: unknown): never => {
    if (isMissingIndex(error)) this.#opened = undefined;
    throw error;
  };

  release(): Promise<void> {
    return this.#queue(async () => {
      await (await this.#opened?.catch(() => undefined))?.lease.release();
    });
  }

  async #makeVisible({ writer }: OpenIndex): Promise<void> {
    await writer.refresh();
    this.#isChanged = false;
  }

  #open(): Promise<OpenIndex> {
    this.#opened ??= this.#generations.open().then((found) => this.#use(found));
    // Tried again with the next call.
    this.#opened.catch(() => {
      this.#opened = undefined;
    });
    return this.#opened;
  }

  #use(generations: Generations): OpenIndex {
    const lease = new WriterLease(this.#server, generations.writing, this.#writerId);
    const writer = new IndexWriter(this.#server, generations.writing, lease);
    return { id: randomUUID(), generations, lease, writer };
  }
}

/** Creates a function that runs work one after the other, in the order of the calls. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const run = last.catch(() => {}).then(work);
    last = run;
    return run;
  };
}
