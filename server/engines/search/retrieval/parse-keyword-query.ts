import { analyse } from '../analysis/tokenize.ts';
import type { WeightedTerm } from './bm25f.ts';
import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import type { Permitted } from './permitted-view.ts';
import { stopWords } from '../analysis/stop-words.ts';
import type { Phrase } from '../storage/word-sequences.ts';

/** What a query asks of what may be seen: stems to score by, and phrases (words as written) that every hit must hold. */
export interface KeywordQuery {
  terms: WeightedTerm[];
  phrases: Phrase[];
}

// A pasted page is a query too: its beginning decides, so that no query takes long.
const longestQuery = 10_000;
const mostTerms = 256;
/** Each is looked for word by word in every passage that is ranked: hundreds took half a minute of everybody's search. */
const mostPhrases = 4;
/**
 * The pieces of a code say little beside the code itself; so do function words of other languages than English, whose lists are
 * long and not sure enough to leave their words out.
 */
const littleWeight = 0.3;
/** In running prose of more words beside them, quotes set off titles and turns of phrase rather than make a demand. */
const mostBesidePhrases = 6;
const quotes = '"“”„«»';
const quoted = new RegExp(`[${quotes}]([^${quotes}]+)[${quotes}]`, 'gu');

export function parseKeywordQuery(input: string, permitted: Permitted): KeywordQuery {
  const text = input.slice(0, longestQuery);
  const phraseTexts = [...new Set(text.matchAll(quoted).map((match) => match[1] ?? ''))].slice(
    0,
    mostPhrases,
  );
  const phrases: Phrase[] = [];
  for (const phraseText of phraseTexts) {
    const words = analyse(phraseText).filter((term) => term.kind !== 'extra');
    // A word that stands nowhere has no number, and nothing holds a phrase with it.
    if (words.length > 0) phrases.push(words.map((word) => permitted.index.vocabulary.findWords(word.text)));
  }
  const all = analyse(text);
  const language = detectLanguage(all);
  const telling = all.filter((term) => !stopWords.has(term.text));
  // Quoted words count twice, and even when they are stop words.
  const inPhrases = phraseTexts.flatMap((phraseText) => analyse(phraseText));
  const asked = telling.length > 0 ? [...inPhrases, ...telling] : all;
  const weighted = new Map<string, WeightedTerm>();
  for (const { text: word, kind } of asked.slice(0, mostTerms)) {
    const stems = permitted.findStems(word);
    const known = weighted.get(stems.join());
    const saysLittle = kind === 'part' || (telling.length > 0 && isFunctionWord(word, language));
    const weight = (known?.weight ?? 0) + (saysLittle ? littleWeight : 1);
    if (stems.length > 0) weighted.set(stems.join(), { stems, weight });
  }
  const quotedWords = new Set(inPhrases.map((term) => term.text));
  const beside = new Set(telling.filter((term) => !quotedWords.has(term.text)).map((term) => term.text));
  const isDemand = beside.size <= mostBesidePhrases;
  return { terms: [...weighted.values()], phrases: isDemand ? phrases : [] };
}
