import { z } from 'zod';
import type { Equivalents } from '../lexicon/expand-question.ts';
import type { Clause } from './access-query.ts';
import { QuestionVocabulary } from './candidate-index.ts';
import { countMatches } from './count-matches.ts';
import { type CountedWord, listCountedWords, listStems } from './counted-words.ts';

const PASSAGE_FIELDS = ['body', 'headings'] as const;
const DOCUMENT_FIELDS = ['content', 'title', 'opening', 'path'] as const;

/** Numbers of passages, documents by name, opening and path, and documents by text, name and path that contain a word. */
interface WordCounts extends CountedWord {
  readonly passages: number;
  readonly contexts: number;
  readonly documents: number;
}

/** Counts that precede a ranking, among the permitted documents and passages alone. */
export interface TermCounts {
  readonly passages: number;
  readonly documents: number;
  /** Average number of words, by field. */
  readonly averages: Readonly<Record<string, number>>;
  readonly words: readonly WordCounts[];
  /** Permitted passages whose text contains a stem, by the stem's token. */
  readonly holders: ReadonlyMap<string, number>;
  /** Creates the words of the question and of its equivalents with the stems that occur in permitted documents. */
  createVocabulary(): QuestionVocabulary;
}

const inAny = (fields: readonly string[], tokens: readonly string[]): Clause => ({
  bool: { should: fields.map((field) => ({ terms: { [field]: tokens } })) },
});

const sum = z.object({ value: z.number() });
const lengths = z.object({
  passages: z.object({ doc_count: z.number(), body: sum, headings: sum }),
  documents: z.object({ doc_count: z.number(), content: sum, title: sum, opening: sum, path: sum }),
});

const sums = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, { sum: { field: `${field}_length` } }]));

/** The same for every question of a requester, so that the server can answer from its cache. */
const lengthsQuery = (permitted: readonly Clause[]) => ({
  size: 0,
  track_total_hits: false,
  query: { bool: { filter: permitted } },
  aggs: {
    passages: { filter: ofKind('passage'), aggs: sums(PASSAGE_FIELDS) },
    documents: { filter: ofKind('document'), aggs: sums(DOCUMENT_FIELDS) },
  },
});

const ofKind = (kind: 'passage' | 'document'): Clause => ({ term: { kind } });

type Stemmed = CountedWord & { readonly stems: ReturnType<typeof listStems> };
type SearchSeveral = Parameters<typeof countMatches>[0];

/** Lists the stems that occur in permitted documents: of the hundred that a question has in all languages, a few do. */
async function listOccurringStems(
  searchSeveral: SearchSeveral,
  permitted: readonly Clause[],
  words: readonly Stemmed[],
): Promise<ReadonlySet<string>> {
  const tokens = new Set(words.flatMap(({ stems }) => stems.map(({ token }) => token)));
  const anywhere = [...DOCUMENT_FIELDS, 'headings'];
  const counted = new Map([...tokens].map((token) => [token, [inAny(anywhere, [token])]]));
  const counts = await countMatches(searchSeveral, permitted, counted);
  return new Set([...counts].flatMap(([token, count]) => (count > 0 ? [token] : [])));
}

const nameOf = (kind: 'passages' | 'contexts' | 'documents', word: CountedWord, at: number): string =>
  `${kind} ${word.language ?? ''} ${word.word} ${at}`;

/** Returns the clauses that count the words and the stems; a word that is limited to folders, among their documents. */
function listCounters(words: readonly Stemmed[], occurring: ReadonlySet<string>): Map<string, Clause[]> {
  const counters = new Map<string, Clause[]>();
  for (const token of occurring) counters.set(`body ${token}`, [{ term: { body: token } }]);
  for (const [at, word] of words.entries()) {
    const own = word.stems.map(({ token }) => token).filter((token) => occurring.has(token));
    if (own.length === 0) continue;
    const within: Clause[] = word.folderIds === undefined ? [] : [{ terms: { folder: word.folderIds } }];
    const count = (kind: 'passages' | 'contexts' | 'documents', of: Clause, fields: readonly string[]) =>
      counters.set(nameOf(kind, word, at), [...within, of, inAny(fields, own)]);
    count('passages', ofKind('passage'), PASSAGE_FIELDS);
    count('contexts', ofKind('document'), ['title', 'opening', 'path']);
    count('documents', ofKind('document'), ['content', 'title', 'path']);
  }
  return counters;
}

/** Counts in three requests, under the permission filter each, so that rarity is that of the permitted documents alone. */
export async function countTerms(
  searchSeveral: SearchSeveral,
  permitted: readonly Clause[],
  text: string,
  equivalents: readonly Equivalents[] = [],
): Promise<TermCounts> {
  const words = listCountedWords(text, equivalents).map((each) => ({ ...each, stems: listStems(each) }));
  const [[answer], occurring] = await Promise.all([
    searchSeveral([lengthsQuery(permitted)]),
    listOccurringStems(searchSeveral, permitted, words),
  ]);
  const { passages, documents } = lengths.parse(answer?.aggregations);
  const counts = await countMatches(searchSeveral, permitted, listCounters(words, occurring));
  const averageOf = (total: number, count: number) => (total > 0 ? total / count : 1);
  const counted = words.map(({ stems: _, ...word }, at) => ({
    ...word,
    passages: counts.get(nameOf('passages', word, at)) ?? 0,
    contexts: counts.get(nameOf('contexts', word, at)) ?? 0,
    documents: counts.get(nameOf('documents', word, at)) ?? 0,
  }));
  const holders = new Map(
    words.flatMap(({ stems }) => stems.map(({ token }) => [token, counts.get(`body ${token}`) ?? 0])),
  );
  return {
    // What was indexed between the requests is counted by the later ones alone: a word would be in more passages than there are,
    // and its weight negative, which the server refuses.
    passages: Math.max(passages.doc_count, ...counted.map((word) => word.passages), ...holders.values()),
    documents: Math.max(documents.doc_count, ...counted.flatMap((word) => [word.contexts, word.documents])),
    averages: {
      body: averageOf(passages.body.value, passages.doc_count),
      headings: averageOf(passages.headings.value, passages.doc_count),
      content: averageOf(documents.content.value, documents.doc_count),
      title: averageOf(documents.title.value, documents.doc_count),
      opening: averageOf(documents.opening.value, documents.doc_count),
      path: averageOf(documents.path.value, documents.doc_count),
    },
    words: counted,
    holders,
    createVocabulary() {
      const vocabulary = new QuestionVocabulary();
      for (const { word, stems } of words)
        for (const { language, token } of stems) if (occurring.has(token)) vocabulary.add(word, language);
      return vocabulary;
    },
  };
}
