import { discriminativeTerms } from '../analysis/stop-words.ts';
import { inverseDocumentFrequency, lengthNorm } from '../retrieval/bm25f.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';
import type { PassageWindow } from './passage-windows.ts';

const NGRAM_LENGTH = 4;
const NONE: readonly number[] = [];

/** Returns the word's letter n-grams; `_` marks its beginning and end. */
function ngramsOf(word: string): string[] {
  const text = `_${word}_`;
  if (text.length <= NGRAM_LENGTH) return [text];
  return Array.from({ length: text.length - NGRAM_LENGTH + 1 }, (_, index) =>
    text.slice(index, index + NGRAM_LENGTH),
  );
}

/** Creates a function that returns the similarity of another word, 0 to 1: the Dice coefficient of the n-grams. */
export function similarity(word: string): (other: string) => number {
  const ngrams = new Set(ngramsOf(word));
  return (other) => {
    const others = new Set(ngramsOf(other));
    let shared = 0;
    for (const ngram of others) if (ngrams.has(ngram)) shared++;
    return (2 * shared) / (ngrams.size + others.size);
  };
}

/** Bits of the numbers that distinguish n-grams. */
const FILTER_BITS = 12;

/** Creates a test that is true for each of the n-grams and false for nearly all others, without taking a word apart. */
function createNgramFilter(ngrams: Iterable<string>): (text: string, at: number) => boolean {
  const isKnown = new Uint8Array(1 << FILTER_BITS);
  const placeOf = (text: string, at: number): number => {
    let hash = 0;
    const end = Math.min(text.length, at + NGRAM_LENGTH);
    for (let position = at; position < end; position++) hash = (hash * 37 + text.charCodeAt(position)) | 0;
    return hash & ((1 << FILTER_BITS) - 1);
  };
  for (const ngram of ngrams) isKnown[placeOf(ngram, 0)] = 1;
  return (text, at) => isKnown[placeOf(text, at)] === 1;
}

/**
 * Scores each window by the letter n-grams that it shares with the query's words, which match inflections, compounds and
 * misspellings in any language. Document frequencies are counted among the windows only, which are all permitted.
 */
export function scoreLetterNgrams(
  text: string,
  vocabulary: Vocabulary,
  windows: readonly Pick<PassageWindow, 'words'>[],
): number[] {
  const queryNgrams = new Map<string, number>();
  for (const term of discriminativeTerms(text))
    for (const ngram of ngramsOf(term.text))
      if (!queryNgrams.has(ngram)) queryNgrams.set(ngram, queryNgrams.size);
  const mayBeAsked = createNgramFilter(queryNgrams.keys());
  const sharedNgrams = new Map<number, readonly number[]>();
  /** 1 for a word without any, which most are. */
  const sharesNone = new Uint8Array(vocabulary.size);
  const sharedNgramsOf = (word: number): readonly number[] => {
    if (sharesNone[word] === 1) return NONE;
    const known = sharedNgrams.get(word);
    if (known !== undefined) return known;
    const marked = `_${vocabulary.textOf(word)}_`;
    const found: number[] = [];
    for (let at = 0; at === 0 || at + NGRAM_LENGTH <= marked.length; at++) {
      const ngram = mayBeAsked(marked, at) ? queryNgrams.get(marked.slice(at, at + NGRAM_LENGTH)) : undefined;
      if (ngram !== undefined) found.push(ngram);
    }
    if (found.length > 0) sharedNgrams.set(word, found);
    else sharesNone[word] = 1;
    return found;
  };
  const holders = new Uint32Array(queryNgrams.size);
  const counts = windows.map(({ words }) => {
    const frequencies = new Map<number, number>();
    for (const word of words)
      for (const ngram of sharedNgramsOf(word)) frequencies.set(ngram, (frequencies.get(ngram) ?? 0) + 1);
    for (const ngram of frequencies.keys()) holders[ngram] = (holders[ngram] ?? 0) + 1;
    return frequencies;
  });
  const averageLength = windows.reduce((sum, { words }) => sum + words.length, 0) / windows.length;
  return counts.map((frequencies, index) => {
    const norm = lengthNorm(windows[index]?.words.length ?? 0, averageLength);
    let score = 0;
    for (const [ngram, count] of frequencies)
      score += (inverseDocumentFrequency(windows.length, holders[ngram] ?? 0) * count) / (count + norm);
    return score;
  });
}
