import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { Phrase } from '../storage/word-sequences.ts';
import type { WeightedTerm } from './bm25f.ts';
import type { PermittedView } from './permitted-view.ts';

/** What a query asks of what may be seen: stems to score by, and phrases (words as written) that every hit must hold. */
export interface KeywordQuery {
  terms: WeightedTerm[];
  phrases: Phrase[];
}

// A pasted page is a query too: its beginning decides, so that no query takes long.
const MAX_QUERY_LENGTH = 10_000;
const MAX_TERMS = 256;
/** Each is looked for word by word in every passage that is ranked: hundreds took half a minute of everybody's search. */
const MAX_PHRASES = 4;
/**
 * The pieces of a code say little beside the code itself; so do function words of other languages than English, whose lists are
 * long and not sure enough to leave their words out.
 */
const REDUCED_WEIGHT = 0.3;
/** In running prose of more words beside them, quotes set off titles and turns of phrase rather than make a demand. */
const MAX_WORDS_BESIDE_PHRASES = 6;
const QUOTATION_MARKS = '"“”„«»';
const QUOTED_PHRASE = new RegExp(`[${QUOTATION_MARKS}]([^${QUOTATION_MARKS}]+)[${QUOTATION_MARKS}]`, 'gu');

export function parseKeywordQuery(input: string, view: PermittedView): KeywordQuery {
  const text = input.slice(0, MAX_QUERY_LENGTH);
  const phraseTexts = [...new Set(text.matchAll(QUOTED_PHRASE).map((match) => match[1] ?? ''))].slice(
    0,
    MAX_PHRASES,
  );
  const phrases: Phrase[] = [];
  for (const phraseText of phraseTexts) {
    const words = tokenize(phraseText).filter((term) => term.kind !== 'extra');
    // A word that stands nowhere has no number, and nothing holds a phrase with it.
    if (words.length > 0) phrases.push(words.map((word) => view.index.vocabulary.findWords(word.text)));
  }
  const all = tokenize(text);
  const language = detectLanguage(all);
  const discriminative = all.filter((term) => !STOP_WORDS.has(term.text));
  // Quoted words count twice, and even when they are stop words.
  const inPhrases = phraseTexts.flatMap((phraseText) => tokenize(phraseText));
  const asked = discriminative.length > 0 ? [...inPhrases, ...discriminative] : all;
  const weighted = new Map<string, WeightedTerm>();
  for (const { text: word, kind } of asked.slice(0, MAX_TERMS)) {
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
  const requiresPhrases = wordsOutsidePhrases.size <= MAX_WORDS_BESIDE_PHRASES;
  return { terms: [...weighted.values()], phrases: requiresPhrases ? phrases : [] };
}
