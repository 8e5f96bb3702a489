import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';

/** Words that ask for an amount, which statements and tables hold rather than prose. */
const ASKS_FOR_AMOUNT =
  /\b(?:how (?:much|many)|amounts?|totals?|percent(?:age)?|number of|average|ratio|revenues?|sales|costs?|prices?|income|expenses?|margins?|balance|value|repurchases?|cash|tax)\b/i;
/** A passage with so large a share of numbers is a table; more says nothing more. */
const TABLE_DENSITY = 0.3;
/** So few words are a heading or a scrap, whatever share of them is numbers. */
const MIN_WORDS = 20;

/** How much each candidate is made of numbers, 0 to 1, when that is what the question asks for. */
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
