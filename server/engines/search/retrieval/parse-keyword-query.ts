import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { Phrase } from '../storage/word-sequences.ts';
import type { WeightedTerm } from './bm25f.ts';
import type { PermittedView } from './permitted-view.ts';

/** A query as a permitted view understands it: stems to score by, and phrases (words as written) that every hit must contain. */
export interface KeywordQuery {
  terms: WeightedTerm[];
  phrases: Phrase[];
}

/** Bounds the time that a pasted page takes: only its beginning counts. */
const MAX_QUERY_LENGTH = 10_000;
const MAX_TERMS = 256;
/** Each phrase is matched word by word in every ranked passage; hundreds of them would block all searches. */
const MAX_PHRASES = 4;
/** Applies to the parts of a code, and to function words of languages other than English, whose lists are too broad to drop them. */
const REDUCED_WEIGHT = 0.3;
/** In a query with more words outside its quotes, the quotes mark titles and expressions; the phrases are then not required. */
const MAX_WORDS_OUTSIDE_PHRASES = 6;
const QUOTATION_MARKS = '"“”„«»';
const QUOTED_PHRASE = new RegExp(`[${QUOTATION_MARKS}]([^${QUOTATION_MARKS}]+)[${QUOTATION_MARKS}]`, 'gu');

/** Parses a query; words that do not occur in the view are left out. */
export function parseKeywordQuery(input: string, view: PermittedView): KeywordQuery {
  const text = input.slice(0, MAX_QUERY_LENGTH);
  const phraseTexts = [...new Set(text.matchAll(QUOTED_PHRASE).map((match) => match[1] ?? ''))].slice(
    0,
    MAX_PHRASES,
  );
  const phrases: Phrase[] = [];
  for (const phraseText of phraseTexts) {
    const words = tokenize(phraseText).filter((term) => term.kind !== 'extra');
    // A word that is not indexed has no number, and no passage matches a phrase that contains it.
    if (words.length > 0) phrases.push(words.map((word) => view.index.vocabulary.findWords(word.text)));
  }
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
  const quotedWords = new Set(inPhrases.map((term) => term.text));
  const wordsOutsidePhrases = new Set(
    discriminative.filter((term) => !quotedWords.has(term.text)).map((term) => term.text),
  );
  const requiresPhrases = wordsOutsidePhrases.size <= MAX_WORDS_OUTSIDE_PHRASES;
  return { terms: [...weighted.values()], phrases: requiresPhrases ? phrases : [] };
}
