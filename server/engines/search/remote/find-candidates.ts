import { isShortDocument } from '../ranking/passage-windows.ts';
import { inverseDocumentFrequency, type WeightedTerm } from '../retrieval/bm25f.ts';
import type { Clause } from './access-query.ts';
import type { CandidateView, FetchedDocument, QuestionVocabulary } from './candidate-index.ts';
import type { TermCounts } from './count-terms.ts';
import { DOCUMENT_SCRIPT, PASSAGE_SCRIPT } from './score-scripts.ts';
import {
  type DocumentHit,
  type PassageHit,
  type SearchAnswer,
  toDocument,
  toPassage,
} from './server-answers.ts';

/** Documents and passages that are ranked further; of the built-in index, as many windows of passages are. */
const [MAX_DOCUMENTS, MAX_PASSAGES] = [200, 400];
/** Candidates of the first pass that are scored exactly. */
const EXACT_WINDOW = 1_000;
/** Long documents of which further passages are read, and passages of each. */
const [MAX_EXTENDED, MAX_FURTHER] = [15, 60];
const MAX_SHORT_PASSAGES = 1_000;

/** A term of the question as the server knows it, with its weight among passages, documents, and their names and openings. */
interface ServerTerm {
  readonly tokens: readonly string[];
  readonly passage: number;
  readonly whole: number;
  readonly context: number;
}

export interface Candidates {
  readonly documents: FetchedDocument[];
  readonly passages: PassageHit[];
  /** The passages that match, best first. */
  readonly ranked: PassageHit[];
}

type SearchSeveral = (bodies: readonly object[]) => Promise<SearchAnswer[]>;

const SOURCES = { document: ['version', 'stored'], passage: ['document', 'version', 'position', 'stored'] };
const ofKind = (kind: 'document' | 'passage'): Clause => ({ term: { kind } });
const anyOf = (clauses: readonly Clause[]): Clause => ({
  bool: { should: clauses, minimum_should_match: 1 },
});

/** Weighs the terms by their rarity among the permitted passages and documents, as bm25f does. */
function weighTerms(
  terms: readonly WeightedTerm[],
  view: CandidateView,
  words: QuestionVocabulary,
  counts: TermCounts,
): ServerTerm[] {
  const byStems = new Map([...counts.words].map(([word, found]) => [view.findStems(word).join(), found]));
  return terms.flatMap(({ stems, weight }) => {
    const found = byStems.get(stems.join());
    if (found === undefined) return [];
    return [
      {
        tokens: words.tokensOf(stems),
        passage: weight * inverseDocumentFrequency(counts.passages, found.passages),
        whole: weight * inverseDocumentFrequency(counts.documents, found.documents),
        context: weight * inverseDocumentFrequency(counts.documents, found.contexts),
      },
    ];
  });
}

/** Fetches the passages that the second pass ranks, in at most four requests. Everything is asked for with the permission filter. */
export async function findCandidates(
  searchSeveral: SearchSeveral,
  permitted: readonly Clause[],
  query: { terms: readonly WeightedTerm[]; phrases: readonly string[][] },
  view: CandidateView,
  words: QuestionVocabulary,
  counts: TermCounts,
): Promise<Candidates> {
  const terms = weighTerms(query.terms, view, words, counts);
  if (terms.length === 0) return { documents: [], passages: [], ranked: [] };
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
  );
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

const FOUND = 'found ';
const toFetched = ({ matched, score: _, ...document }: DocumentHit): FetchedDocument => ({
  ...document,
  foundTokens: matched.flatMap((name) => (name.startsWith(FOUND) ? [name.slice(FOUND.length)] : [])),
});

/** Lists the documents that contain a phrase, in their names or passages. */
async function listDocumentsWithPhrases(
  searchSeveral: SearchSeveral,
  permitted: readonly Clause[],
  phrases: readonly Clause[],
): Promise<number[]> {
  if (phrases.length === 0) return [];
  const answers = await searchSeveral(
    phrases.map((phrase) => ({
      size: MAX_DOCUMENTS,
      _source: ['document'],
      query: { bool: { filter: [...permitted, phrase] } },
      collapse: { field: 'document' },
    })),
  );
  const ids = answers.flatMap(
    ({ hits }) => hits.hits.map(({ _source }) => Number((_source as { document: unknown }).document)), // as asked for
  );
  return [...new Set(ids)];
}

function documentsQuery(
  permitted: readonly Clause[],
  terms: readonly ServerTerm[],
  { averages }: TermCounts,
): object {
  const clauses = terms.flatMap(({ tokens, whole, context }) =>
    tokens.flatMap((token): Clause[] => [
      { term: { content: { value: token, boost: whole, _name: `${FOUND}${token}` } } },
      { term: { title: { value: token, boost: whole + context / 2, _name: `title ${token}` } } },
      { term: { opening: { value: token, boost: context / 2, _name: `opening ${token}` } } },
      { term: { path: { value: token, boost: whole + context / 2, _name: `path ${token}` } } },
    ]),
  );
  return {
    size: MAX_DOCUMENTS,
    _source: SOURCES.document,
    query: { bool: { filter: [...permitted, ofKind('document')], should: clauses, minimum_should_match: 1 } },
    rescore: exactly(DOCUMENT_SCRIPT, { terms, averages }),
  };
}

function passagesQuery(
  permitted: readonly Clause[],
  terms: readonly ServerTerm[],
  { averages }: TermCounts,
  documents: readonly DocumentHit[],
): object {
  const byContext = documents.filter(({ matched }) => matched.some((name) => !name.startsWith(FOUND)));
  const words = terms.flatMap(({ tokens, passage }) =>
    tokens.flatMap((token): Clause[] => [
      { term: { body: { value: token, boost: passage / 2 } } },
      { term: { headings: { value: token, boost: passage / 2 } } },
    ]),
  );
  const ofDocuments = documents.map(
    ({ id, score }): Clause => ({ constant_score: { filter: { term: { document: id } }, boost: score } }),
  );
  const isMatch = anyOf([...words, { terms: { document: byContext.map(({ id }) => id) } }]);
  return {
    size: MAX_PASSAGES,
    _source: SOURCES.passage,
    query: {
      bool: {
        filter: [
          ...permitted,
          ofKind('passage'),
          { terms: { document: documents.map(({ id }) => id) } },
          isMatch,
        ],
        should: [...words, ...ofDocuments],
      },
    },
    rescore: exactly(PASSAGE_SCRIPT, {
      terms,
      averages,
      documents: Object.fromEntries(documents.map(({ id, score }) => [id, score])),
    }),
  };
}

const exactly = (source: string, params: object) => ({
  window_size: EXACT_WINDOW,
  query: {
    rescore_query: { script_score: { query: { match_all: {} }, script: { source, params } } },
    query_weight: 0,
    rescore_query_weight: 1,
  },
});

/** Reads what the second pass looks at beside the ranked passages: all of short documents, and matches in the best long ones. */
async function readFurther(
  searchSeveral: SearchSeveral,
  permitted: readonly Clause[],
  terms: readonly ServerTerm[],
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
  const words = terms.flatMap(({ tokens, passage }) =>
    tokens.flatMap((token): Clause[] => [
      { term: { body: { value: token, boost: passage } } },
      { term: { headings: { value: token, boost: passage } } },
    ]),
  );
  const queries = long.slice(0, MAX_EXTENDED).map(({ id }) => ({
    size: MAX_FURTHER,
    _source: SOURCES.passage,
    query: {
      bool: {
        filter: [...permitted, ofKind('passage'), { term: { document: id } }],
        should: words,
        minimum_should_match: 1,
      },
    },
  }));
  const ofShort = {
    size: MAX_SHORT_PASSAGES,
    _source: SOURCES.passage,
    query: {
      bool: { filter: [...permitted, ofKind('passage'), { terms: { document: short.map(({ id }) => id) } }] },
    },
  };
  const all = [...(short.length > 0 ? [ofShort] : []), ...queries];
  if (all.length === 0) return [];
  return (await searchSeveral(all)).flatMap(({ hits }) => hits.hits.map(toPassage));
}
