import { z } from 'zod';
import { LANGUAGES, type Language, wordGroupOf } from '../analysis/detect-language.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { listPhrases } from '../retrieval/parse-keyword-query.ts';
import type { Clause } from './access-query.ts';
import { QuestionVocabulary } from './candidate-index.ts';
import { parseSearchAnswer } from './server-answers.ts';
import { tokenOf } from './stem-tokens.ts';

/** Further words of a pasted page are not searched for. */
const MAX_WORDS = 60;
const PASSAGE_FIELDS = ['body', 'headings'] as const;
const DOCUMENT_FIELDS = ['content', 'title', 'opening', 'path'] as const;

/** Counts that precede a ranking, among the permitted documents and passages alone. */
export interface TermCounts {
  readonly passages: number;
  readonly documents: number;
  /** Average number of words, by field. */
  readonly averages: Readonly<Record<string, number>>;
  /** By word: passages, documents by name, opening and path, and documents by text, name and path that contain it. */
  readonly words: ReadonlyMap<string, { passages: number; contexts: number; documents: number }>;
  /** Permitted passages whose text contains a stem, by the stem's token. */
  readonly holders: ReadonlyMap<string, number>;
  /** Creates the words of the question with the stems that occur in permitted documents. */
  createVocabulary(): QuestionVocabulary;
}

/** Lists the words that the ranking may look up. */
function listWords(text: string): string[] {
  const terms = tokenize(text.slice(0, 10_000)).map((term) => term.text);
  const telling = terms.filter((word) => !STOP_WORDS.has(word));
  const words = telling.length > 0 ? [...telling, ...listPhrases(text).flat()] : terms;
  return [...new Set(words)].slice(0, MAX_WORDS);
}

const languagesOf = (word: string): readonly Language[] =>
  wordGroupOf(word, 'en') === 'other' ? ['en'] : LANGUAGES;

const inAny = (fields: readonly string[], tokens: readonly string[]): Clause => ({
  bool: { should: fields.map((field) => ({ terms: { [field]: tokens } })) },
});

const buckets = z.object({ buckets: z.record(z.string(), z.object({ doc_count: z.number() })) });
const sum = z.object({ value: z.number() });
const aggregations = z.object({
  passages: z.object({ doc_count: z.number(), body: sum, headings: sum, counts: buckets }),
  documents: z.object({
    ...{ doc_count: z.number(), content: sum, title: sum, opening: sum, path: sum },
    counts: buckets,
  }),
});

const sums = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, { sum: { field: `${field}_length` } }]));

/** Counts everything in one request, so that rarity is that of the permitted documents alone. */
export async function countTerms(
  search: (body: object) => Promise<unknown>,
  permitted: readonly Clause[],
  text: string,
): Promise<TermCounts> {
  const words = listWords(text).map((word) => ({
    word,
    stems: languagesOf(word).map((language) => ({ language, token: tokenOf(word, language) })),
  }));
  const inPassages: Record<string, Clause> = { all: { match_all: {} } };
  const inDocuments: Record<string, Clause> = { all: { match_all: {} } };
  for (const { word, stems } of words) {
    const tokens = stems.map(({ token }) => token);
    inPassages[`word ${word}`] = inAny(PASSAGE_FIELDS, tokens);
    inDocuments[`context ${word}`] = inAny(['title', 'opening', 'path'], tokens);
    inDocuments[`word ${word}`] = inAny(['content', 'title', 'path'], tokens);
    for (const token of tokens) {
      inPassages[`body ${token}`] = { term: { body: token } };
      inPassages[`headings ${token}`] = { term: { headings: token } };
      inDocuments[`any ${token}`] = inAny(DOCUMENT_FIELDS, [token]);
    }
  }
  const answer = parseSearchAnswer(
    await search({
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: permitted } },
      aggs: {
        passages: {
          filter: { term: { kind: 'passage' } },
          aggs: { ...sums(PASSAGE_FIELDS), counts: { filters: { filters: inPassages } } },
        },
        documents: {
          filter: { term: { kind: 'document' } },
          aggs: { ...sums(DOCUMENT_FIELDS), counts: { filters: { filters: inDocuments } } },
        },
      },
    }),
  );
  const counted = aggregations.parse(answer.aggregations);
  const passagesWith = (name: string) => counted.passages.counts.buckets[name]?.doc_count ?? 0;
  const documentsWith = (name: string) => counted.documents.counts.buckets[name]?.doc_count ?? 0;
  const averageOf = (total: number, count: number) => (total > 0 ? total / count : 1);
  const { passages, documents } = counted;
  const allTokens = words.flatMap(({ stems }) => stems.map(({ token }) => token));
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
    words: new Map(
      words.map(({ word }) => [
        word,
        {
          passages: passagesWith(`word ${word}`),
          contexts: documentsWith(`context ${word}`),
          documents: documentsWith(`word ${word}`),
        },
      ]),
    ),
    holders: new Map(allTokens.map((token) => [token, passagesWith(`body ${token}`)])),
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
