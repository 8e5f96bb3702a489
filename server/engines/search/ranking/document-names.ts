import type { Term } from '../analysis/tokenize.ts';
import type { Field } from '../storage/indexed-field.ts';
import type { Held, KeywordIndex } from '../storage/inverted-index.ts';
import { latestOf } from './latest-documents.ts';
import type { Permitted } from '../retrieval/permitted-view.ts';
import type { Ranked } from '../retrieval/rank-by-keyword.ts';
import { tellingTerms } from '../analysis/discriminative-terms.ts';

/** A pasted page names more than it means. */
const mostWords = 40;
/** Where a word stands: what a document is called by tells most, what it only mentions least. */
const [inTitle, inHead, inBody] = [1, 0.7, 0.35];
/** A word that is not written as a name counts less, and only where documents are called by it. */
const plainShare = 0.33;
/** How far a question that holds no name is trusted to name a document all the same. */
const withoutNames = 0.4;
/** Even a name that all of them hold says a little, so that one they do not hold says more. */
const leastRarity = 0.3;
/** Documents named less than this share of the best named one are others than those that were meant. */
const equallyNamed = 0.8;

interface Word {
  /** One for each language that has the word. */
  stems: readonly number[];
  isName: boolean;
}

/**
 * How far the question names each candidate's document, 0 to 1: a company, a person, a year or a code in its title, path or
 * beginning. Rarity is counted among the candidates' documents alone, which are all permitted.
 */
export function scoreNames(permitted: Permitted, text: string, candidates: readonly Ranked[]): number[] {
  const { index } = permitted;
  const words = wordsOf(permitted, text);
  const documents = [...new Set(candidates.map(({ held }) => held))];
  const scores = new Map<Held, number>(documents.map((held) => [held, 0]));
  for (const { stems, isName } of words) {
    const places = documents.map((held) => placeOf(index, stems, held));
    const holders = places.filter((place) => place > 0).length;
    const rarity = rarityOf(holders, documents.length);
    for (const [at, held] of documents.entries()) {
      const place = places[at] ?? 0;
      const counted = isName ? place : plainShare * Number(place === inTitle);
      scores.set(held, (scores.get(held) ?? 0) + rarity * counted);
    }
  }
  const most = Math.max(...scores.values());
  const named = documents.filter((held) => (scores.get(held) ?? 0) >= equallyNamed * most);
  // As much as a name that one of them alone is called by.
  const ofOne = rarityOf(1, documents.length);
  for (const held of latestOf(text, named)) scores.set(held, (scores.get(held) ?? 0) + ofOne);
  const low = Math.min(...scores.values());
  const span = Math.max(...scores.values()) - low;
  const trust = words.some(({ isName }) => isName) ? 1 : withoutNames;
  return candidates.map(({ held }) => (span > 0 ? (trust * ((scores.get(held) ?? 0) - low)) / span : 0));
}

const rarityOf = (holders: number, documents: number) =>
  leastRarity + Math.log(1 + (documents - holders + 0.5) / (holders + 0.5));

/** Each word once in whatever form, as a name if it is written as one anywhere. */
function wordsOf(permitted: Permitted, text: string): Word[] {
  const first = text.search(/\p{L}/u);
  const words = new Map<string, Word>();
  for (const term of tellingTerms(text)) {
    const stems = permitted.findStems(term.text);
    if (stems.length === 0 || words.size === mostWords) continue;
    const key = stems.join();
    const isName = words.get(key)?.isName === true || isWrittenAsName(text, term, first);
    words.set(key, { stems, isName });
  }
  return [...words.values()];
}

/** A capital that does not begin the sentence, one inside (eBay), or a figure (2023, Q3, EX-10.1). */
function isWrittenAsName(text: string, { start, end }: Term, first: number): boolean {
  const word = text.slice(start, end);
  return (start !== first && /^\p{Lu}/u.test(word)) || /\p{N}|\p{Ll}\p{Lu}/u.test(word);
}

function placeOf(index: KeywordIndex, stems: readonly number[], { unit }: Held): number {
  const { title, path, head, body } = index.documentFields;
  const isIn = (field: Field) => stems.some((stem) => field.has(stem, unit));
  if (isIn(title) || isIn(path)) return inTitle;
  if (isIn(head)) return inHead;
  return isIn(body) ? inBody : 0;
}
