import { type RewrittenQuery, searchView } from '../retrieval/search.ts';
import type { Chunk, SearchResults } from '../search-types.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { Clause } from './access-query.ts';
import type { CandidateIndex } from './candidate-index.ts';
import { type SearchAnswer, toPassage } from './server-answers.ts';

/** Passages to each side of one whose table is read: first a few, as in a page, then as many as a sheet may have. */
const NEIGHBORS = [12, 300] as const;
const MAX_READS = 16;
const NO_TEXT: Chunk = { ordinal: 0, text: '', headings: '', start: 0, end: 0 };

type SearchOne = (body: object) => Promise<SearchAnswer>;

/** Ranks the candidates; reads further passages where a table is read that goes beyond them. */
export async function rankCandidates(
  searchOne: SearchOne,
  query: RewrittenQuery,
  permitted: readonly Clause[],
  { view, vectors, find, readTextKey, rank }: CandidateIndex,
  ranked: Parameters<CandidateIndex['rank']>[0],
): Promise<SearchResults> {
  let count = 0;
  const further = new Map<number, Chunk>();
  const readChunk = ({ entry, chunk }: { entry: IndexedEntry; chunk: number }): Chunk => {
    const found = find(chunk) ?? further.get(chunk);
    if (found !== undefined) return found;
    // Beyond the limit a table is what was read of it.
    if (count === MAX_READS) return NO_TEXT;
    throw new MissingPassage(entry, chunk - entry.firstChunk);
  };
  const searchable = { loaded: { index: view.index, vectors }, readChunk, readTextKey };
  const reads = new Map<IndexedEntry, number>();
  for (; ; count++) {
    try {
      const { evidence: _, ...results } = searchView(view, searchable, query, () => rank(ranked).values());
      return results;
    } catch (error) {
      if (!(error instanceof MissingPassage)) throw error;
      const { entry } = error;
      const distance = NEIGHBORS[reads.has(entry) ? 1 : 0];
      reads.set(entry, count);
      const passages = await readNeighbors(searchOne, permitted, error, distance);
      for (const { position, chunk } of passages) further.set(entry.firstChunk + position, chunk);
      // The document has just been replaced.
      if (!further.has(entry.firstChunk + error.position))
        further.set(entry.firstChunk + error.position, NO_TEXT);
    }
  }
}

/** Reads a passage and those around it that belong to the same document. */
async function readNeighbors(
  searchOne: SearchOne,
  permitted: readonly Clause[],
  missing: MissingPassage,
  distance: number,
) {
  const range = { gte: missing.position - distance, lte: missing.position + distance };
  const { hits } = await searchOne({
    size: 2 * distance + 1,
    _source: ['document', 'version', 'position', 'stored'],
    query: {
      bool: {
        filter: [
          ...permitted,
          { term: { kind: 'passage' } },
          { term: { document: missing.entry.id } },
          { range: { position: range } },
        ],
      },
    },
  });
  return hits.hits.map(toPassage).filter(({ version }) => version === missing.entry.versionKey);
}

/** A passage whose text is needed and was not fetched. */
class MissingPassage extends Error {
  readonly entry: IndexedEntry;
  readonly position: number;

  constructor(entry: IndexedEntry, position: number) {
    super('A passage was not fetched.');
    this.entry = entry;
    this.position = position;
  }
}
