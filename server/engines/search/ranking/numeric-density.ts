import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';

/** Matches queries for an amount, which statements and tables contain rather than prose. */
const ASKS_FOR_AMOUNT =
  /\b(?:how (?:much|many)|amounts?|totals?|percent(?:age)?|number of|average|ratio|revenues?|sales|costs?|prices?|income|expenses?|margins?|balance|value|repurchases?|cash|tax)\b/i;
/** Share of numbers from which a passage counts as a table. */
const TABLE_DENSITY = 0.3;
/** Fewer words are a heading or a fragment, whatever their share of numbers. */
const MIN_WORDS = 20;

/** Scores each candidate by its share of numbers, 0 to 1, when the query asks for an amount. */
export function scoreNumericDensity(
  index: InvertedIndex,
  text: string,
  candidates: readonly RankedPassage[],
): number[] {
  if (!ASKS_FOR_AMOUNT.test(text)) return candidates.map(() => 0);
  const { vocabulary } = index;
  return candidates.map(({ chunk }) => {
    const words = index.wordsOf(chunk);
    const numbers = words.reduce((count, word) => count + Number(vocabulary.isNumber(word)), 0);
    return Math.min(1, numbers / Math.max(words.length, MIN_WORDS) / TABLE_DENSITY);
  });
}
