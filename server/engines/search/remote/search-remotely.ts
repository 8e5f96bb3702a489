import { z } from 'zod';
import { type Equivalents, expandQuestion } from '../lexicon/expand-question.ts';
import { replaceUnknown } from '../lexicon/replace-unknown.ts';
import { listPhrases, parseKeywordQuery } from '../retrieval/parse-keyword-query.ts';
import { searchView } from '../retrieval/search.ts';
import type { Chunk, SearchQuery, SearchResults, SuggestionQuery, Suggestions } from '../search-types.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { suggestDocuments } from '../suggest/suggest-documents.ts';
import { type Clause, permittedOnly } from './access-query.ts';
import { buildCandidateIndex, type CandidateIndex, CandidateView } from './candidate-index.ts';
import { correctRemotely } from './correct-remotely.ts';
import { countTerms, type TermCounts } from './count-terms.ts';
import { findCandidates } from './find-candidates.ts';
import { listNamedDocuments } from './list-named-documents.ts';
import type { SearchServer } from './search-server.ts';
import { parseMultipleAnswers, parseSearchAnswer, type SearchAnswer, toPassage } from './server-answers.ts';

interface RemoteSearch {
  search(query: SearchQuery): Promise<SearchResults>;
  suggestDocuments(query: SuggestionQuery): Promise<Suggestions>;
  readStatistics(): Promise<{ documents: number; chunks: number }>;
}

/** Passages to each side of one whose table is read: first a few, as in a page, then as many as a sheet may have. */
const NEIGHBORS = [12, 300] as const;
const MAX_READS = 10;

const statistics = z.object({
  aggregations: z.object({
    kinds: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) }),
  }),
});

/** Answers queries from the server's best passages, which are ranked here as those of the built-in index are. */
export function createRemoteSearch(server: SearchServer, alias: string): RemoteSearch {
  const searchOne = (body: object) => server.send('POST', `/${alias}/_search`, body).then(parseSearchAnswer);
  const searchSeveral = async (bodies: readonly object[]): Promise<SearchAnswer[]> =>
    parseMultipleAnswers(
      await server.send(
        'POST',
        `/${alias}/_msearch`,
        bodies.flatMap((body) => [{}, body]),
      ),
    );

  /** Reads a passage and those around it that belong to the same document. */
  async function readNeighbors(permitted: readonly Clause[], missing: MissingPassage, distance: number) {
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

  /** Ranks the candidates; reads further passages where a table is read that goes beyond them. */
  async function rankCandidates(
    query: SearchQuery & { equivalents: readonly Equivalents[] },
    permitted: readonly Clause[],
    { view, vectors, find, rank }: CandidateIndex,
    ranked: Parameters<CandidateIndex['rank']>[0],
  ): Promise<SearchResults> {
    const further = new Map<number, Chunk>();
    const readChunk = ({ entry, chunk }: { entry: IndexedEntry; chunk: number }): Chunk => {
      const found = find(chunk) ?? further.get(chunk);
      if (found === undefined) throw new MissingPassage(entry, chunk - entry.firstChunk);
      return found;
    };
    const searchable = { loaded: { index: view.index, vectors }, readChunk };
    const reads = new Map<IndexedEntry, number>();
    for (let count = 0; ; count++) {
      try {
        const { evidence: _, ...results } = searchView(view, searchable, query, () => rank(ranked).values());
        return results;
      } catch (error) {
        if (!(error instanceof MissingPassage) || count === MAX_READS) throw error;
        const { entry } = error;
        const distance = NEIGHBORS[reads.has(entry) ? 1 : 0];
        reads.set(entry, count);
        const passages = await readNeighbors(permitted, error, distance);
        for (const { position, chunk } of passages) further.set(entry.firstChunk + position, chunk);
        // The document has just been replaced.
        if (!further.has(entry.firstChunk + error.position))
          further.set(entry.firstChunk + error.position, NO_TEXT);
      }
    }
  }

  const count = (permitted: readonly Clause[], text: string, equivalents: readonly Equivalents[] = []) =>
    countTerms(searchOne, permitted, text, equivalents);

  /** Replaces expressions that occur nowhere by those of the same meaning that do, and corrects other words that occur nowhere. */
  async function rewrite(
    permitted: readonly Clause[],
    counts: TermCounts,
    question: string,
    equivalents: readonly Equivalents[],
  ): Promise<string> {
    const view = new CandidateView(counts.createVocabulary(), counts);
    const { text, known } = replaceUnknown(view, question, equivalents);
    return (await correctRemotely(searchOne, permitted, counts, text, known)) ?? text;
  }

  return {
    async search(query) {
      const permitted = permittedOnly(query);
      const equivalents = expandQuestion(query.text, query.synonyms, query.method);
      const asked = await count(permitted, query.text, equivalents);
      // Literal queries are never corrected.
      const text =
        query.method === 'keyword' ? query.text : await rewrite(permitted, asked, query.text, equivalents);
      const counts = text === query.text ? asked : await count(permitted, text, equivalents);
      const words = counts.createVocabulary();
      const permittedCounts = { passages: counts.passages, holders: counts.holders };
      const view = new CandidateView(words, permittedCounts);
      const parsed = { terms: parseKeywordQuery(text, view, equivalents).terms, phrases: listPhrases(text) };
      const found = await findCandidates(searchSeveral, permitted, parsed, view, words, counts);
      const fingerprint = query.queryEmbedding?.fingerprint;
      const passages = found.passages.map(({ vector, ...passage }) =>
        passage.fingerprint === fingerprint ? { ...passage, vector } : passage,
      );
      const candidates = buildCandidateIndex(words, permittedCounts, found.documents, passages, fingerprint);
      return rankCandidates({ ...query, text, equivalents }, permitted, candidates, found.ranked);
    },

    async suggestDocuments(query) {
      const permitted = permittedOnly(query);
      const documents = await listNamedDocuments(searchOne, permitted, query.text, query.limit);
      const { documentIds } = suggestDocuments(documents, { ...query, accessFilter: { all: true } });
      if (documentIds.length > 0) return { documentIds, correctedText: null };
      const counts = await count(permitted, query.text);
      return {
        documentIds,
        correctedText: await correctRemotely(searchOne, permitted, counts, query.text, new Set()),
      };
    },

    async readStatistics() {
      const answer = await server.send('POST', `/${alias}/_search`, {
        size: 0,
        aggs: { kinds: { terms: { field: 'kind' } } },
      });
      const { buckets } = statistics.parse(answer).aggregations.kinds;
      const countOf = (kind: string) => buckets.find(({ key }) => key === kind)?.doc_count ?? 0;
      return { documents: countOf('document'), chunks: countOf('passage') };
    },
  };
}

const NO_TEXT: Chunk = { ordinal: 0, text: '', headings: '', start: 0, end: 0 };

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
