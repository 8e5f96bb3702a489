import { z } from 'zod';
import { type Equivalents, expandQuestion } from '../lexicon/expand-question.ts';
import { replaceUnknown } from '../lexicon/replace-unknown.ts';
import { listPhrases, parseKeywordQuery } from '../retrieval/parse-keyword-query.ts';
import type { SearchQuery, SearchResults, SuggestionQuery, Suggestions } from '../search-types.ts';
import type { CorrectedText } from '../suggest/correct-words.ts';
import { suggestDocuments } from '../suggest/suggest-documents.ts';
import { type Clause, permittedOnly } from './access-query.ts';
import { buildCandidateIndex, CandidateView } from './candidate-index.ts';
import { correctRemotely } from './correct-remotely.ts';
import { countTerms, type TermCounts } from './count-terms.ts';
import { findCandidates } from './find-candidates.ts';
import { listNamedDocuments } from './list-named-documents.ts';
import { keepOccurringWords } from './occurring-words.ts';
import { rankCandidates } from './rank-candidates.ts';
import type { SearchServer } from './search-server.ts';
import { parseMultipleAnswers, parseSearchAnswer, type SearchAnswer } from './server-answers.ts';

interface RemoteSearch {
  search(query: SearchQuery): Promise<SearchResults>;
  suggestDocuments(query: SuggestionQuery): Promise<Suggestions>;
  readStatistics(): Promise<{ documents: number; chunks: number }>;
}

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

  return {
    search: (query) => search(query, { searchOne, searchSeveral }),

    async suggestDocuments(query) {
      const permitted = permittedOnly(query);
      const documents = await listNamedDocuments(searchOne, permitted, query.text, query.limit);
      const { documentIds } = suggestDocuments(documents, { ...query, accessFilter: { all: true } });
      if (documentIds.length > 0) return { documentIds, correctedText: null };
      const counts = await countTerms(searchSeveral, permitted, query.text, []);
      const corrected = await correctRemotely(searchOne, permitted, counts, query.text, new Set());
      return { documentIds, correctedText: corrected?.text ?? null };
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

interface Server {
  searchOne(body: object): Promise<SearchAnswer>;
  searchSeveral(bodies: readonly object[]): Promise<SearchAnswer[]>;
}

async function search(query: SearchQuery, { searchOne, searchSeveral }: Server): Promise<SearchResults> {
  const permitted = permittedOnly(query);
  const expanded = expandQuestion(query.text, query.synonyms, query.method);
  const equivalents = await keepOccurringWords(searchOne, permitted, expanded);
  const asked = await countTerms(searchSeveral, permitted, query.text, equivalents);
  // Literal queries are never corrected.
  const { text, words: corrected } =
    query.method === 'keyword'
      ? { text: query.text, words: [] }
      : await rewrite(searchOne, permitted, asked, query.text, equivalents);
  const counts = text === query.text ? asked : await countTerms(searchSeveral, permitted, text, equivalents);
  const words = counts.createVocabulary();
  const permittedCounts = { passages: counts.passages, documents: counts.documents, holders: counts.holders };
  const view = new CandidateView(words, permittedCounts);
  const parsed = { terms: parseKeywordQuery(text, view, equivalents).terms, phrases: listPhrases(text) };
  const found = await findCandidates(searchSeveral, permitted, parsed, view, words, counts);
  const fingerprint = query.queryEmbedding?.fingerprint;
  const passages = found.passages.map(({ vector, ...passage }) =>
    passage.fingerprint === fingerprint ? { ...passage, vector } : passage,
  );
  const candidates = buildCandidateIndex(words, permittedCounts, found.documents, passages, fingerprint);
  return rankCandidates(
    searchOne,
    { ...query, text, equivalents, corrected },
    permitted,
    candidates,
    found.ranked,
  );
}

/** Replaces expressions that occur nowhere by those of the same meaning that do, and corrects other words that occur nowhere. */
async function rewrite(
  searchOne: (body: object) => Promise<SearchAnswer>,
  permitted: readonly Clause[],
  counts: TermCounts,
  question: string,
  equivalents: readonly Equivalents[],
): Promise<CorrectedText> {
  const view = new CandidateView(counts.createVocabulary(), counts);
  const { text, known } = replaceUnknown(view, question, equivalents);
  return (await correctRemotely(searchOne, permitted, counts, text, known)) ?? { text, words: [] };
}
