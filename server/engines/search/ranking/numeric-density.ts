import type { KeywordIndex } from '../storage/inverted-index.ts';
import type { Ranked } from '../retrieval/rank-by-keyword.ts';

/** Words that ask for an amount, which statements and tables hold rather than prose. */
const asksForAmount =
  /\b(?:how (?:much|many)|amounts?|totals?|percent(?:age)?|number of|average|ratio|revenues?|sales|costs?|prices?|income|expenses?|margins?|balance|value|repurchases?|cash|tax)\b/i;
/** A passage with so large a share of numbers is a table; more says nothing more. */
const ofTables = 0.3;
/** So few words are a heading or a scrap, whatever share of them is numbers. */
const fewWords = 20;

/** How much each candidate is made of numbers, 0 to 1, when that is what the question asks for. */
export function scoreFigures(index: KeywordIndex, text: string, candidates: readonly Ranked[]): number[] {
  if (!asksForAmount.test(text)) return candidates.map(() => 0);
  const { vocabulary } = index;
  return candidates.map(({ chunk }) => {
    const words = index.wordsOf(chunk);
    const numbers = words.reduce((count, word) => count + Number(vocabulary.isNumber(word)), 0);
    return Math.min(1, numbers / Math.max(words.length, fewWords) / ofTables);
  });
}
