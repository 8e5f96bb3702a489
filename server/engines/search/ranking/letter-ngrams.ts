import { discriminativeTerms } from '../analysis/discriminative-terms.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';
import type { PassageWindow } from './passage-windows.ts';

const NGRAM_LENGTH = 4;
const [k1, b] = [1.5, 0.6];

/** Runs of four letters, the word's beginning and end among them. */
function ngramsOf(word: string): string[] {
  const text = `_${word}_`;
  if (text.length <= NGRAM_LENGTH) return [text];
  return Array.from({ length: text.length - NGRAM_LENGTH + 1 }, (_, at) => text.slice(at, at + NGRAM_LENGTH));
}

/** How like the word another one is, 0 to 1, by the runs of letters that both have (Dice). */
export function similarity(word: string): (other: string) => number {
  const grams = new Set(ngramsOf(word));
  return (other) => {
    const others = new Set(ngramsOf(other));
    let shared = 0;
    for (const gram of others) if (grams.has(gram)) shared++;
    return (2 * shared) / (grams.size + others.size);
  };
}

/**
 * How much of the query's words each window holds, letter run by letter run: what inflected forms, compounds and misspelt
 * words of any language share with what is meant. Rarity is counted among the windows alone, which are all permitted.
 */
export function scoreLetterNgrams(
  text: string,
  vocabulary: Vocabulary,
  windows: readonly PassageWindow[],
): number[] {
  const numbers = new Map<string, number>();
  for (const term of discriminativeTerms(text))
    for (const gram of ngramsOf(term.text)) if (!numbers.has(gram)) numbers.set(gram, numbers.size);
  const sharedBy = new Map<number, number[]>();
  const shared = (word: number): number[] => {
    const known = sharedBy.get(word);
    if (known !== undefined) return known;
    const found = ngramsOf(vocabulary.textOf(word)).flatMap((gram) => numbers.get(gram) ?? []);
    sharedBy.set(word, found);
    return found;
  };
  const holders = new Uint32Array(numbers.size);
  const counts = windows.map(({ words }) => {
    const times = new Map<number, number>();
    for (const word of words) for (const gram of shared(word)) times.set(gram, (times.get(gram) ?? 0) + 1);
    for (const gram of times.keys()) holders[gram] = (holders[gram] ?? 0) + 1;
    return times;
  });
  const average = windows.reduce((sum, { words }) => sum + words.length, 0) / windows.length;
  return counts.map((times, at) => {
    const norm = k1 * (1 - b + (b * (windows[at]?.words.length ?? 0)) / average);
    let score = 0;
    for (const [gram, count] of times) {
      const holderCount = holders[gram] ?? 0;
      score +=
        (Math.log(1 + (windows.length - holderCount + 0.5) / (holderCount + 0.5)) * count) / (count + norm);
    }
    return score;
  });
}
