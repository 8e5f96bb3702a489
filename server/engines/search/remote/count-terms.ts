import { z } from 'zod';
import type { Equivalents } from '../lexicon/expand-question.ts';
import type { Clause } from './access-query.ts';
import { QuestionVocabulary } from './candidate-index.ts';
import { type CountedWord, listCountedWords, listStems } from './counted-words.ts';
import { parseSearchAnswer } from './server-answers.ts';

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

const buckets = z.object({ buckets: z.record(z.string(), z.object({ doc_count: z.number() })) });
const sum = z.object({ value: z.number() });
const aggregations = z
  .object({
    passages: z.object({ doc_count: z.number(), body: sum, headings: sum, counts: buckets }),
    documents: z.object({
      ...{ doc_count: z.number(), content: sum, title: sum, opening: sum, path: sum },
      counts: buckets,
    }),
  })
  .catchall(z.object({ passages: z.object({ counts: buckets }), documents: z.object({ counts: buckets }) }));

const sums = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, { sum: { field: `${field}_length` } }]));

const countEach = (filters: Record<string, Clause>) => ({ counts: { filters: { filters } } });
const ofKind = (kind: 'passage' | 'document', aggs: object) => ({ filter: { term: { kind } }, aggs });

type Stemmed = CountedWord & { readonly stems: ReturnType<typeof listStems> };
const keyOf = ({ word, language }: CountedWord): string => `${language ?? ''} ${word}`;
const scopeName = (at: number): string => `scope_${at}`;

/** Returns the filters that count the words, and the stems by themselves, among passages and among documents. */
function countersOf(words: readonly Stemmed[], tokens: Iterable<string>) {
  const passages: Record<string, Clause> = { all: { match_all: {} } };
  const documents: Record<string, Clause> = { all: { match_all: {} } };
  for (const each of words) {
    const own = each.stems.map(({ token }) => token);
    passages[`word ${keyOf(each)}`] = inAny(PASSAGE_FIELDS, own);
    documents[`context ${keyOf(each)}`] = inAny(['title', 'opening', 'path'], own);
    documents[`word ${keyOf(each)}`] = inAny(['content', 'title', 'path'], own);
  }
  for (const token of tokens) {
    passages[`body ${token}`] = { term: { body: token } };
    passages[`headings ${token}`] = { term: { headings: token } };
    documents[`any ${token}`] = inAny(DOCUMENT_FIELDS, [token]);
  }
  return { passages, documents };
}

/** Asks for all counts; those of words that are limited to folders among the permitted documents of these folders. */
function countQuery(
  permitted: readonly Clause[],
  words: readonly Stemmed[],
  scopes: readonly (readonly number[])[],
) {
  const tokens = new Set(words.flatMap(({ stems }) => stems.map(({ token }) => token)));
  const all = countersOf(
    words.filter(({ folderIds }) => folderIds === undefined),
    tokens,
  );
  const scoped = scopes.map((folderIds, at) => {
    const within = countersOf(
      words.filter((each) => each.folderIds === folderIds),
      [],
    );
    const aggs = {
      passages: ofKind('passage', countEach(within.passages)),
      documents: ofKind('document', countEach(within.documents)),
    };
    return [scopeName(at), { filter: { terms: { folder: folderIds } }, aggs }] as const;
  });
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: permitted } },
    aggs: {
      passages: ofKind('passage', { ...sums(PASSAGE_FIELDS), ...countEach(all.passages) }),
      documents: ofKind('document', { ...sums(DOCUMENT_FIELDS), ...countEach(all.documents) }),
      ...Object.fromEntries(scoped),
    },
  };
}

/** Counts everything in one request, so that rarity is that of the permitted documents alone. */
export async function countTerms(
  search: (body: object) => Promise<unknown>,
  permitted: readonly Clause[],
  text: string,
  equivalents: readonly Equivalents[] = [],
): Promise<TermCounts> {
  const words = listCountedWords(text, equivalents).map((each) => ({ ...each, stems: listStems(each) }));
  const scopes = [...new Set(words.flatMap(({ folderIds }) => (folderIds === undefined ? [] : [folderIds])))];
  const answer = parseSearchAnswer(await search(countQuery(permitted, words, scopes)));
  const counted = aggregations.parse(answer.aggregations);
  const { passages, documents } = counted;
  const passagesWith = (name: string) => passages.counts.buckets[name]?.doc_count ?? 0;
  const documentsWith = (name: string) => documents.counts.buckets[name]?.doc_count ?? 0;
  const averageOf = (total: number, count: number) => (total > 0 ? total / count : 1);
  return {
    passages: passages.doc_count,
    documents: documents.doc_count,
    averages: {
      body: averageOf(passages.body.value, passages.doc_count),
      headings: averageOf(passages.headings.value, passages.doc_count),
      content: averageOf(documents.content.value, documents.doc_count),
      title: averageOf(documents.title.value, documents.doc_count),
      opening: averageOf(documents.opening.value, documents.doc_count),
      path: averageOf(documents.path.value, documents.doc_count),
    },
    words: words.map(({ stems: _, ...each }) => {
      const { folderIds } = each;
      const within = folderIds === undefined ? counted : counted[scopeName(scopes.indexOf(folderIds))];
      const inPassages = within?.passages.counts.buckets;
      const inDocuments = within?.documents.counts.buckets;
      return {
        ...each,
        passages: inPassages?.[`word ${keyOf(each)}`]?.doc_count ?? 0,
        contexts: inDocuments?.[`context ${keyOf(each)}`]?.doc_count ?? 0,
        documents: inDocuments?.[`word ${keyOf(each)}`]?.doc_count ?? 0,
      };
    }),
    holders: new Map(
      words.flatMap(({ stems }) => stems.map(({ token }) => [token, passagesWith(`body ${token}`)])),
    ),
    createVocabulary() {
      const vocabulary = new QuestionVocabulary();
      for (const { word, stems } of words)
        for (const { language, token } of stems)
          if (documentsWith(`any ${token}`) + passagesWith(`headings ${token}`) > 0)
            vocabulary.add(word, language);
      return vocabulary;
    },
  };
}
