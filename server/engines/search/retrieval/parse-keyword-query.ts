import { COMPANY_SUFFIXES } from '../analysis/company-names.ts';
import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';
import { type Term, tokenize } from '../analysis/tokenize.ts';
import type { Equivalents } from '../lexicon/expand-question.ts';
import { listExpansionTerms, listStems } from '../lexicon/expansion-terms.ts';
import type { Phrase } from '../storage/arrays/word-sequences.ts';
import { REDUCED_WEIGHT, type WeightedTerm } from './bm25f.ts';
import { listDocumentsWith, type PhraseScope } from './match-phrases.ts';
import type { PermittedView } from './permitted-view.ts';

/** A query as a permitted view understands it: stems to score by, and quoted phrases (words as written). */
export interface KeywordQuery {
  terms: WeightedTerm[];
  phrases: Phrase[];
  phraseScope: PhraseScope;
  /** True when the query is little more than its quotes, whose passages then come first. */
  prefersPhrases: boolean;
}

/** Bounds the time that a pasted page takes: only its beginning counts. */
const MAX_QUERY_LENGTH = 10_000;
const MAX_TERMS = 256;
/** Each phrase is matched word by word in every ranked passage; hundreds of them would block all searches. */
const MAX_PHRASES = 4;
/** In a query with more words outside its quotes, the quotes name documents, parties and expressions. */
const MAX_WORDS_OF_LITERAL_QUERY = 3;
const QUOTATION_MARKS = '"“”„«»';
const QUOTED_PHRASE = new RegExp(`[${QUOTATION_MARKS}]([^${QUOTATION_MARKS}]+)[${QUOTATION_MARKS}]`, 'gu');

/** Parses a query; words that do not occur in the view are left out. */
export function parseKeywordQuery(
  input: string,
  view: PermittedView,
  equivalents: readonly Equivalents[] = [],
): KeywordQuery {
  const text = input.slice(0, MAX_QUERY_LENGTH);
  const phraseTexts = listQuotes(text);
  // A word that is not indexed has no number, and no passage matches a phrase that contains it.
  const phrases: Phrase[] = listPhrases(text).map((words) =>
    words.map((word) => view.index.vocabulary.findWords(word)),
  );
  const allTerms = tokenize(text);
  const language = detectLanguage(allTerms);
  const discriminative = allTerms.filter((term) => !STOP_WORDS.has(term.text));
  // Quoted words count twice, and even when they are stop words.
  const inPhrases = phraseTexts.flatMap((phraseText) => tokenize(phraseText));
  const queryTerms = discriminative.length > 0 ? [...inPhrases, ...discriminative] : allTerms;
  const weighted = new Map<string, WeightedTerm>();
  for (const { text: word, kind } of queryTerms.slice(0, MAX_TERMS)) {
    const stems = view.findStems(word);
    const known = weighted.get(stems.join());
    const hasReducedWeight = kind === 'part' || (discriminative.length > 0 && isFunctionWord(word, language));
    const weight = (known?.weight ?? 0) + (hasReducedWeight ? REDUCED_WEIGHT : 1);
    if (stems.length > 0) weighted.set(stems.join(), { stems, weight });
  }
  const wordsOutside = countWordsOutside(discriminative, inPhrases);
  return {
    terms: [...weighted.values(), ...listExpansionTerms(view, equivalents, listStems(weighted.values()))],
    phrases,
    phraseScope: scopeOf(view, phrases, wordsOutside),
    prefersPhrases: phrases.length > 0 && wordsOutside <= MAX_WORDS_OF_LITERAL_QUERY,
  };
}

const listQuotes = (text: string): string[] =>
  [...new Set(text.matchAll(QUOTED_PHRASE).map((match) => match[1] ?? ''))].slice(0, MAX_PHRASES);

/** Lists the quoted phrases of a query as their words. */
export function listPhrases(input: string): string[][] {
  return listQuotes(input.slice(0, MAX_QUERY_LENGTH))
    .map((quote) => withoutCompanySuffix(tokenize(quote).filter((term) => term.kind !== 'extra')))
    .filter((words) => words.length > 0)
    .map((words) => words.map(({ text }) => text));
}

function countWordsOutside(discriminative: readonly Term[], inPhrases: readonly Term[]): number {
  const quotedWords = new Set(inPhrases.map((term) => term.text));
  return new Set(discriminative.map((term) => term.text).filter((word) => !quotedWords.has(word))).size;
}

/**
 * A query that is nothing but quotes requires them in the passage. A question requires them in the document, if they occur
 * anywhere.
 */
function scopeOf(view: PermittedView, phrases: readonly Phrase[], wordsOutside: number): PhraseScope {
  if (wordsOutside === 0) return 'passage';
  if (wordsOutside <= MAX_WORDS_OF_LITERAL_QUERY) return 'document';
  return phrases.some((phrase) => listDocumentsWith(view, phrase).size > 0) ? 'document' : 'none';
}

function withoutCompanySuffix(words: readonly Term[]): readonly Term[] {
  const last = words.findLastIndex(({ text }) => !COMPANY_SUFFIXES.has(text));
  return last < 0 ? words : words.slice(0, last + 1);
}
