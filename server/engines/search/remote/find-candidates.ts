import { isShortDocument } from '../ranking/passage-windows.ts';
import type { WeightedTerm } from '../retrieval/bm25f.ts';
import { anyOf, type Clause } from './access-query.ts';
import type { CandidateView, FetchedDocument, QuestionVocabulary } from './candidate-index.ts';
import {
  allPassagesQuery,
  documentsQuery,
  FOUND,
  matchingPassagesQuery,
  passagesQuery,
  phrasesQuery,
  withinScopes,
} from './candidate-queries.ts';
import type { TermCounts } from './count-terms.ts';
import {
  type DocumentHit,
  type PassageHit,
  type SearchAnswer,
  toDocument,
  toPassage,
} from './server-answers.ts';
import { type ServerTerms, weighTerms } from './weigh-terms.ts';

/** Long documents of which further passages are read. */
const MAX_EXTENDED = 15;

interface Candidates {
  readonly documents: FetchedDocument[];
  readonly passages: PassageHit[];
  /** The passages that match, best first. */
  readonly ranked: PassageHit[];
}

type SearchSeveral = (bodies: readonly object[]) => Promise<SearchAnswer[]>;

/**
 * Fetches the passages that the second pass ranks, in at most four requests. Everything is asked for with the permission filter.
 */
export async function findCandidates(
  searchSeveral: SearchSeveral,
  permitted: readonly Clause[],
  query: { terms: readonly WeightedTerm[]; phrases: readonly string[][] },
  view: CandidateView,
  words: QuestionVocabulary,
  counts: TermCounts,
): Promise<Candidates> {
  const terms = weighTerms(query.terms, view, words, counts);
  if (terms.terms.length === 0) return { documents: [], passages: [], ranked: [] };
  const phrases = query.phrases.map((phrase): Clause => ({ match_phrase: { words: phrase.join(' ') } }));
  const documentIds = await listDocumentsWithPhrases(searchSeveral, permitted, phrases);
  const found = await searchSeveral([
    documentsQuery(permitted, terms, counts),
    ...(documentIds.length === 0
      ? []
      : [documentsQuery([...permitted, { terms: { document: documentIds } }], terms, counts)]),
  ]);
  const documents = unique(
    found.flatMap(({ hits }) => hits.hits.map(toDocument)),
    ({ id }) => String(id),
  ).map(withinScopes(terms));
  if (documents.length === 0) return { documents: [], passages: [], ranked: [] };
  const passagesFound = await searchSeveral([
    passagesQuery(permitted, terms, counts, documents),
    ...(phrases.length === 0
      ? []
      : [passagesQuery([...permitted, anyOf(phrases)], terms, counts, documents)]),
  ]);
  const ranked = unique(
    passagesFound.flatMap(({ hits }) => hits.hits.map(toPassage)),
    keyOf,
  ).sort(
    (left, right) =>
      right.score - left.score || left.documentId - right.documentId || left.position - right.position,
  );
  const further = await readFurther(searchSeveral, permitted, terms, documents, ranked);
  const used = new Set(ranked.map(({ documentId }) => documentId));
  return {
    documents: documents.filter(({ id }) => used.has(id)).map(toFetched),
    passages: unique([...ranked, ...further], keyOf),
    ranked,
  };
}

const keyOf = ({ documentId, position }: PassageHit): string => `${documentId}:${position}`;

function unique<Item>(items: readonly Item[], keyOfItem: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(keyOfItem(item))) first.set(keyOfItem(item), item);
  return [...first.values()];
}

const toFetched = ({ matched, score: _, ...document }: DocumentHit): FetchedDocument => ({
  ...document,
  foundTokens: matched.flatMap((name) => (name.startsWith(FOUND) ? (name.split(' ')[1] ?? []) : [])),
});

/** Lists the documents that contain a phrase, in their names or passages. */
async function listDocumentsWithPhrases(
  searchSeveral: SearchSeveral,
  permitted: readonly Clause[],
  phrases: readonly Clause[],
): Promise<number[]> {
  if (phrases.length === 0) return [];
  const answers = await searchSeveral(phrases.map((phrase) => phrasesQuery([...permitted, phrase])));
  const ids = answers.flatMap(
    ({ hits }) => hits.hits.map(({ _source }) => Number((_source as { document: unknown }).document)), // as asked for
  );
  return [...new Set(ids)];
}

/** Reads what the second pass looks at beside the ranked passages: all of short documents, and matches in the best long ones. */
async function readFurther(
  searchSeveral: SearchSeveral,
  permitted: readonly Clause[],
  terms: ServerTerms,
  documents: readonly DocumentHit[],
  ranked: readonly PassageHit[],
): Promise<PassageHit[]> {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const used = [...new Set(ranked.map(({ documentId }) => documentId))].flatMap((id) => byId.get(id) ?? []);
  const counts = Map.groupBy(ranked, ({ documentId }) => documentId);
  const incomplete = used.filter(({ id, chunkCount }) => (counts.get(id)?.length ?? 0) < chunkCount);
  const [short, long] = [
    incomplete.filter(isShortDocument),
    incomplete.filter((each) => !isShortDocument(each)),
  ];
  const all = [
    ...(short.length > 0 ? [allPassagesQuery(permitted, short)] : []),
    ...long.slice(0, MAX_EXTENDED).map((document) => matchingPassagesQuery(permitted, terms, document)),
  ];
  if (all.length === 0) return [];
  return (await searchSeveral(all)).flatMap(({ hits }) => hits.hits.map(toPassage));
}
