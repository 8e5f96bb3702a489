import { analyse } from '../analysis/tokenize.ts';
import type { Held, KeywordIndex } from '../storage/inverted-index.ts';
import type { Ranked } from '../retrieval/rank-by-keyword.ts';
import { passageEnd } from '../storage/word-sequences.ts';

/**
 * How far the question is what each candidate's document is called, 0 to 1, and 0 when it has a word that the title has not.
 * A title begins with the file's name and, after its ending, says it again in words: the nearer the question comes to that
 * beginning, with the ending or without, the likelier it was typed for this file.
 */
export function scoreTitles(index: KeywordIndex, text: string, candidates: readonly Ranked[]): number[] {
  const asked = new Map<string, readonly number[]>();
  for (const { text: word, kind } of analyse(text)) {
    const numbers = index.vocabulary.findWords(word);
    if (kind !== 'extra') asked.set(numbers.join(), numbers);
  }
  const words = [...asked.values()];
  if (words.length === 0 || words.some((numbers) => numbers.length === 0)) return candidates.map(() => 0);
  const known = new Map<Held, number>();
  return candidates.map(({ held }) => {
    const score = known.get(held) ?? scoreTitle(held, words);
    known.set(held, score);
    return score;
  });
}

/** Each word of the question has a number for each language. */
function scoreTitle({ labels }: Held, asked: readonly (readonly number[])[]): number {
  const title = labels.slice(0, labels.indexOf(passageEnd));
  const isIn = (words: readonly number[]) => words.some((word) => title.includes(word));
  if (!asked.every(isIn)) return 0;
  const wanted = new Set(asked.flat());
  const shareOfFirst = (count: number) =>
    title.slice(0, count).filter((word) => wanted.has(word)).length / count;
  return (shareOfFirst(2 * asked.length - 1) + shareOfFirst(2 * asked.length + 1)) / 2;
}
