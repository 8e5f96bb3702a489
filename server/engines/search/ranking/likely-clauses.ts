import { isEnglish } from '../analysis/detect-language.ts';
import { findAskedClause } from '../meaning/clause-kinds.ts';
import { MAX_WORDS } from '../meaning/compare-meaning.ts';
import { contentWordsOf } from '../meaning/content-words.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';

/** Passages of a document that are compared closely, the likeliest by the sum of their words. */
const MAX_COMPARED = 40;
/** A longer document is ordered by the words of the question alone: all passages are read here. */
const MAX_PASSAGES = 2_000;
/** Added to the number of words, so that a line of few words does not look likelier than a clause. */
const WORD_COUNT_OFFSET = 5;
/** A passage that is e times less likely for each of these is a share of 1/e of the likeliest. */
const TEMPERATURE = 8;

/**
 * Creates a function that scores each passage of a document as the clause that is asked for, 1 for the likeliest. Returns nothing
 * when no kind of clause that is known is asked for; of very long documents all scores are 0.
 */
export function createClauseReader(
  view: PermittedView,
  question: string,
): ((entry: IndexedEntry) => Float32Array) | undefined {
  const asked = isEnglish(question) ? findAskedClause(question) : undefined;
  if (asked === undefined) return undefined;
  const { index } = view;
  const { vocabulary } = index;
  const weights = new Map<number, number>();
  const weightOf = (word: number): number => {
    const weight = weights.get(word) ?? asked.weighWord(vocabulary.textOf(word));
    weights.set(word, weight);
    return weight;
  };
  return ({ firstChunk, chunkCount }) => {
    if (chunkCount > MAX_PASSAGES) return new Float32Array(chunkCount);
    const passages = Array.from({ length: chunkCount }, (_, position) => {
      const words = contentWordsOf(index, firstChunk + position);
      const sum = words.reduce((total, word) => total + weightOf(word), 0);
      return { position, words, estimate: sum / Math.sqrt(words.length + WORD_COUNT_OFFSET) };
    });
    // The words of a passage that is on another server are not known.
    const compared = passages
      .filter(({ words }) => words.length > 0)
      .sort((left, right) => right.estimate - left.estimate)
      .slice(0, MAX_COMPARED)
      .map(({ position, words }) => {
        const likelihood = asked.scoreWords(vocabulary.textsOf(words, MAX_WORDS));
        return { position, likelihood };
      });
    const highest = Math.max(...compared.map(({ likelihood }) => likelihood));
    const scores = new Float32Array(chunkCount);
    for (const { position, likelihood } of compared)
      scores[position] = Math.exp((likelihood - highest) / TEMPERATURE);
    return scores;
  };
}
