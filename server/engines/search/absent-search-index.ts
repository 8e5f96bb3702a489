import type { SearchIndex } from './search-types.ts';

/** Stands in for the index on a node without one, so that no call opens an index by accident. */
export function createAbsentIndex(): SearchIndex {
  const refuse = async (): Promise<never> => {
    throw new Error('This node has no search index (ROLES)');
  };
  return {
    putDocument: refuse,
    placeDocument: refuse,
    removeDocument: refuse,
    search: refuse,
    suggestDocuments: refuse,
    listUnembedded: refuse,
    putEmbeddings: refuse,
    readPosition: refuse,
    setPosition: refuse,
    claimFeed: refuse,
    finishFeed: refuse,
    clear: refuse,
    readStatistics: refuse,
    async close() {},
  };
}
