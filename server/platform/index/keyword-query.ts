import { analyse } from './analyse.ts';
import type { WeightedTerm } from './bm25f.ts';
import { stopWords } from './stop-words.ts';
import type { Vocabulary } from './vocabulary.ts';
import { passageEnd } from './word-order.ts';

/** What a query asks of one vocabulary: stems to score by, and phrases (words as written) that every hit must hold. */
export interface KeywordQuery {
  terms: WeightedTerm[];
  phrases: number[][];
}

// A pasted page is a query too: its beginning decides, so that no query takes long.
const longestQuery = 10_000;
const mostTerms = 256;
/** Each is looked for word by word in every passage that is ranked: hundreds took half a minute of everybody's search. */
const mostPhrases = 4;
/** The pieces of a code say little beside the code itself. */
const partWeight = 0.3;
/** In running prose of more words beside them, quotes set off titles and turns of phrase rather than make a demand. */
const mostBesidePhrases = 6;
const quotes = '"“”„«»';
const quoted = new RegExp(`[${quotes}]([^${quotes}]+)[${quotes}]`, 'gu');

export function parseKeywordQuery(input: string, vocabulary: Vocabulary): KeywordQuery {
  const text = input.slice(0, longestQuery);
  const phraseTexts = [...new Set(text.matchAll(quoted).map((match) => match[1] ?? ''))].slice(
    0,
    mostPhrases,
  );
  const phrases: number[][] = [];
  for (const phraseText of phraseTexts) {
    const words = analyse(phraseText).filter((term) => term.kind !== 'extra');
    const known = words.map((word) => vocabulary.findWord(word.text)).filter((word) => word !== undefined);
    // Nothing can hold a phrase with a word that stands nowhere, which no word's number says.
    if (known.length < words.length) phrases.push([passageEnd + 1]);
    else if (known.length > 0) phrases.push(known);
  }
  const all = analyse(text);
  const telling = all.filter((term) => !stopWords.has(term.text));
  // Quoted words count twice, and even when they are stop words.
  const inPhrases = phraseTexts.flatMap((phraseText) => analyse(phraseText));
  const asked = telling.length > 0 ? [...inPhrases, ...telling] : all;
  const weights = new Map<number, number>();
  for (const { text: word, kind } of asked.slice(0, mostTerms)) {
    const number = vocabulary.findStem(word);
    if (number !== undefined)
      weights.set(number, (weights.get(number) ?? 0) + (kind === 'part' ? partWeight : 1));
  }
  const quotedWords = new Set(inPhrases.map((term) => term.text));
  const beside = new Set(telling.filter((term) => !quotedWords.has(term.text)).map((term) => term.text));
  const isDemand = beside.size <= mostBesidePhrases;
  const terms = [...weights].map(([term, weight]) => ({ term, weight }));
  return { terms, phrases: isDemand ? phrases : [] };
}
