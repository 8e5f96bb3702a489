import { tokenize } from '../analysis/tokenize.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import { PASSAGE_END } from '../storage/arrays/word-sequences.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';

/**
 * Scores how far the query is the title of each candidate's document, 0 to 1; 0 when the title lacks one of its words. A
 * title begins with the file name and repeats it, without extension, in words: the closer the query is to that beginning,
 * with the extension or without, the likelier this file is meant.
 */
export function scoreTitleMatches(
  index: InvertedIndex,
  text: string,
  candidates: readonly RankedPassage[],
): number[] {
  const queryWords = new Map<string, readonly number[]>();
  for (const { text: word, kind } of tokenize(text)) {
    const forms = index.vocabulary.findWords(word);
    if (kind !== 'extra') queryWords.set(forms.join(), forms);
  }
  const words = [...queryWords.values()];
  if (words.length === 0 || words.some((forms) => forms.length === 0)) return candidates.map(() => 0);
  const known = new Map<IndexedEntry, number>();
  return candidates.map(({ entry }) => {
    const score = known.get(entry) ?? scoreTitleMatch(index.labelWordsOf(entry), words);
    known.set(entry, score);
    return score;
  });
}

/** Each word of the query is given by its numbers, one for each language. */
function scoreTitleMatch(labelWords: readonly number[], queryWords: readonly (readonly number[])[]): number {
  const title = labelWords.slice(0, labelWords.indexOf(PASSAGE_END));
  const isInTitle = (forms: readonly number[]) => forms.some((word) => title.includes(word));
  if (!queryWords.every(isInTitle)) return 0;
  const wanted = new Set(queryWords.flat());
  const shareOfFirst = (count: number) =>
    title.slice(0, count).filter((word) => wanted.has(word)).length / count;
  return (shareOfFirst(2 * queryWords.length - 1) + shareOfFirst(2 * queryWords.length + 1)) / 2;
}
