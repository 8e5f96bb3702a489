import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { type CorrectedText, correctWords } from '../suggest/correct-words.ts';
import type { Clause } from './access-query.ts';
import { buildCandidateIndex, CandidateView } from './candidate-index.ts';
import type { TermCounts } from './count-terms.ts';
import { type SearchAnswer, toDocument, toPassage } from './server-answers.ts';

/** Passages and names in which similar words are looked for. */
const MAX_HITS = 100;
/** Limits the words that differ by a letter or two, in all documents; no language has so many. */
const MAX_SIMILAR_WORDS = 1_000;
const MAX_UNKNOWN_WORDS = 4;
const [MIN_LENGTH, MIN_LENGTH_FOR_TWO_EDITS] = [4, 8];

/**
 * Corrects words that occur in no permitted document and have no synonyms, by those of permitted passages with a similar word.
 * Returns `null` when there is nothing to correct.
 */
export async function correctRemotely(
  searchOne: (body: object) => Promise<SearchAnswer>,
  permitted: readonly Clause[],
  counts: TermCounts,
  text: string,
  synonyms: ReadonlySet<string>,
): Promise<CorrectedText | null> {
  const permittedCounts = { passages: counts.passages, documents: counts.documents, holders: counts.holders };
  const known = new CandidateView(counts.createVocabulary(), permittedCounts);
  const terms = tokenize(text);
  const language = detectLanguage(terms);
  const unknown = terms.filter(
    ({ kind, text: word }) =>
      kind === 'word' &&
      word.length >= MIN_LENGTH &&
      /^\p{L}+$/u.test(word) &&
      !isFunctionWord(word, language) &&
      !synonyms.has(word) &&
      known.findStems(word).length === 0,
  );
  if (unknown.length === 0) return null;
  const similar = unknown.slice(-MAX_UNKNOWN_WORDS).map(
    ({ text: word }): Clause => ({
      fuzzy: {
        words: {
          value: word,
          fuzziness: word.length >= MIN_LENGTH_FOR_TWO_EDITS ? 2 : 1,
          prefix_length: 1,
          max_expansions: MAX_SIMILAR_WORDS,
          rewrite: 'constant_score',
        },
      },
    }),
  );
  const query = { bool: { filter: [...permitted, { bool: { should: similar, minimum_should_match: 1 } }] } };
  const { hits } = await searchOne({ size: MAX_HITS, query });
  const isPassage = ({ _source }: (typeof hits.hits)[number]) =>
    typeof _source === 'object' && _source !== null && 'kind' in _source && _source.kind === 'passage';
  const passages = hits.hits.filter(isPassage).map(toPassage);
  const named = hits.hits.filter((hit) => !isPassage(hit)).map(toDocument);
  const words = counts.createVocabulary();
  const documents = [...Map.groupBy(passages, ({ documentId }) => documentId)].map(([id, found]) => ({
    ...{ id, folderId: null, ownerId: 0, title: '', path: '', opening: '', language: 'en' as const },
    ...{ version: found[0]?.version ?? 0, foundTokens: [], bodyLength: 0, headingsLength: 0 },
    chunkCount: 1 + found.reduce((last, { position }) => Math.max(last, position), 0),
  }));
  const names = named.map(({ matched: _, score: __, ...document }) => ({
    ...document,
    ...{ foundTokens: [], opening: '', chunkCount: 0 },
    // Found beside the passages of the same document.
    id: -document.id,
  }));
  const { view } = buildCandidateIndex(words, permittedCounts, [...documents, ...names], passages, undefined);
  return correctWords(view, text, synonyms);
}
