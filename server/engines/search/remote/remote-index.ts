import { randomUUID } from 'node:crypto';
import type { SearchIndex, SearchQuery } from '../search-types.ts';
import { type Generations, IndexGenerations } from './index-generations.ts';
import { IndexWriter } from './index-writer.ts';
import { createRemoteSearch } from './search-remotely.ts';
import { isMissingIndex, openSearchServer, type SearchServerSettings } from './search-server.ts';
import { WriterLease } from './writer-lease.ts';

interface OpenIndex {
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
  const writerId = randomUUID();
  const remote = createRemoteSearch(server, settings.indexPrefix);
  let opened: Promise<OpenIndex> | undefined;
  /** Changes that are not visible to searches yet. */
  let isChanged = false;

  const use = (found: Generations): OpenIndex => {
    const lease = new WriterLease(server, found.writing, writerId);
    return { generations: found, lease, writer: new IndexWriter(server, found.writing, lease) };
  };
  const open = (): Promise<OpenIndex> => {
    opened ??= generations.open().then(use);
    // Tried again with the next call.
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  /** Looks for the index again, with the next call, after another node has replaced it. */
  const forget = (error: unknown): never => {
    if (isMissingIndex(error)) opened = undefined;
    throw error;
  };
  const inOrder = createQueue();
  /** Changes that were sent before an earlier one failed are refused: the position must not pass it. */
  let failures = 0;
  const change = <Value>(work: (index: OpenIndex) => Promise<Value>): Promise<Value> => {
    const failuresBefore = failures;
    return inOrder(async () => {
      if (failures !== failuresBefore) throw new Error('An earlier change failed.');
      try {
        const index = await open();
        if (!(await index.lease.claim())) throw new Error('Another node keeps the search index up to date.');
        isChanged = true;
        return await work(index);
      } catch (error) {
        failures++;
        return forget(error);
      }
    });
  };
  const makeVisible = (): Promise<void> =>
    inOrder(async () => {
      if (!isChanged) return;
      await (await open()).writer.refresh();
      isChanged = false;
    });
  const replaceGenerations = async (index: OpenIndex, found: Promise<Generations>): Promise<void> => {
    await index.lease.release();
    opened = Promise.resolve(use(await found));
    isChanged = true;
  };
  /** A query answers from every change that was sent before it. */
  const afterChanges = async <Value>(query: () => Promise<Value>): Promise<Value> => {
    await open();
    await makeVisible();
    return query().catch(forget);
  };

  return {
    putDocument: (document) =>
      change(async ({ writer, lease }) => {
        await lease.renewDuring(() => writer.put(document));
        return true;
      }),
    placeDocument: (document) => change(({ writer }) => writer.place(document)),
    removeDocument: (id) => change(({ writer }) => writer.remove(id)),
    search: (query: SearchQuery) => afterChanges(() => remote.search(query)),
    suggestDocuments: (query) => afterChanges(() => remote.suggestDocuments(query)),
    listUnembedded: (...args) =>
      inOrder(async () => {
        const { lease, writer } = await open();
        return (await lease.claim()) ? writer.listUnembedded(...args) : [];
      }),
    putEmbeddings: (...args) => change(({ writer }) => writer.putEmbeddings(...args)),
    readPosition: async () => (await open()).lease.readPosition().catch(forget),
    setPosition: (position) =>
      change(async ({ lease, writer }) => {
        // What the position covers must be found once it is read.
        await writer.refresh();
        isChanged = false;
        await lease.setPosition(position);
      }),
    claimFeed: () => inOrder(async () => (await open()).lease.claim()).catch(forget),
    finishFeed: () =>
      inOrder(async () => {
        const index = await open();
        const { serving, writing } = index.generations;
        if (serving === writing || !(await index.lease.claim())) return;
        await index.writer.refresh();
        await replaceGenerations(index, generations.switch(index.generations));
      }),
    clear: () => change((index) => replaceGenerations(index, generations.replace(index.generations))),
    readStatistics: () => afterChanges(() => remote.readStatistics()),
    async close() {
      await inOrder(async () => {
        await (await opened?.catch(() => undefined))?.lease.release();
      });
      server.close();
    },
  };
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
