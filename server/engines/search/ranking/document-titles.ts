import { tokenize } from '../analysis/tokenize.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { IndexedEntry, InvertedIndex } from '../storage/inverted-index.ts';
import { PASSAGE_END } from '../storage/word-sequences.ts';

/**
 * How far the question is what each candidate's document is called, 0 to 1, and 0 when it has a word that the title has not.
 * A title begins with the file's name and, after its ending, says it again in words: the nearer the question comes to that
 * beginning, with the ending or without, the likelier it was typed for this file.
 */
export function scoreTitleMatches(
  index: InvertedIndex,
  text: string,
  candidates: readonly RankedPassage[],
): number[] {
  const queryWords = new Map<string, readonly number[]>();
  for (const { text: word, kind } of tokenize(text)) {
    const numbers = index.vocabulary.findWords(word);
    if (kind !== 'extra') queryWords.set(numbers.join(), numbers);
  }
  const words = [...queryWords.values()];
  if (words.length === 0 || words.some((numbers) => numbers.length === 0)) return candidates.map(() => 0);
  const known = new Map<IndexedEntry, number>();
  return candidates.map(({ entry }) => {
    const score = known.get(entry) ?? scoreTitleMatch(entry, words);
    known.set(entry, score);
    return score;
  });
}

/** Each word of the question has a number for each language. */
function scoreTitleMatch({ labelWords }: IndexedEntry, queryWords: readonly (readonly number[])[]): number {
  const title = labelWords.slice(0, labelWords.indexOf(PASSAGE_END));
  const isIn = (words: readonly number[]) => words.some((word) => title.includes(word));
  if (!queryWords.every(isIn)) return 0;
  const wanted = new Set(queryWords.flat());
  const shareOfFirst = (count: number) =>
    title.slice(0, count).filter((word) => wanted.has(word)).length / count;
  return (shareOfFirst(2 * queryWords.length - 1) + shareOfFirst(2 * queryWords.length + 1)) / 2;
}
