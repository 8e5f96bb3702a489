import { discriminativeTerms } from '../analysis/discriminative-terms.ts';
import type { Term } from '../analysis/tokenize.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { IndexedField } from '../storage/indexed-field.ts';
import type { IndexedEntry, InvertedIndex } from '../storage/inverted-index.ts';
import { selectLatest } from './latest-documents.ts';

/** A pasted page names more than it means. */
const MAX_NAME_WORDS = 40;
/** Where a word stands: what a document is called by tells most, what it only mentions least. */
const [TITLE_WEIGHT, OPENING_WEIGHT, BODY_WEIGHT] = [1, 0.7, 0.35];
/** A word that is not written as a name counts less, and only where documents are called by it. */
const COMMON_WORD_WEIGHT = 0.33;
/** How far a question that holds no name is trusted to name a document all the same. */
const TRUST_WITHOUT_NAMES = 0.4;
/** Even a name that all of them hold says a little, so that one they do not hold says more. */
const MIN_RARITY = 0.3;
/** Documents named less than this share of the best named one are others than those that were meant. */
const NAMED_SHARE = 0.8;

interface NameWord {
  /** One for each language that has the word. */
  stems: readonly number[];
  isName: boolean;
}

/**
 * How far the question names each candidate's document, 0 to 1: a company, a person, a year or a code in its title, path or
 * beginning. Rarity is counted among the candidates' documents alone, which are all permitted.
 */
export function scoreDocumentNames(
  view: PermittedView,
  text: string,
  candidates: readonly RankedPassage[],
): number[] {
  const { index } = view;
  const words = nameWordsOf(view, text);
  const documents = [...new Set(candidates.map(({ entry }) => entry))];
  const scores = new Map<IndexedEntry, number>(documents.map((held) => [held, 0]));
  for (const { stems, isName } of words) {
    const places = documents.map((held) => weightOf(index, stems, held));
    const holders = places.filter((place) => place > 0).length;
    const rarity = rarityOf(holders, documents.length);
    for (const [at, held] of documents.entries()) {
      const place = places[at] ?? 0;
      const counted = isName ? place : COMMON_WORD_WEIGHT * Number(place === TITLE_WEIGHT);
      scores.set(held, (scores.get(held) ?? 0) + rarity * counted);
    }
  }
  const most = Math.max(...scores.values());
  const named = documents.filter((held) => (scores.get(held) ?? 0) >= NAMED_SHARE * most);
  // As much as a name that one of them alone is called by.
  const ofOne = rarityOf(1, documents.length);
  for (const held of selectLatest(text, named)) scores.set(held, (scores.get(held) ?? 0) + ofOne);
  const low = Math.min(...scores.values());
  const span = Math.max(...scores.values()) - low;
  const trust = words.some(({ isName }) => isName) ? 1 : TRUST_WITHOUT_NAMES;
  return candidates.map(({ entry }) => (span > 0 ? (trust * ((scores.get(entry) ?? 0) - low)) / span : 0));
}

const rarityOf = (holders: number, documents: number) =>
  MIN_RARITY + Math.log(1 + (documents - holders + 0.5) / (holders + 0.5));

/** Each word once in whatever form, as a name if it is written as one anywhere. */
function nameWordsOf(view: PermittedView, text: string): NameWord[] {
  const first = text.search(/\p{L}/u);
  const words = new Map<string, NameWord>();
  for (const term of discriminativeTerms(text)) {
    const stems = view.findStems(term.text);
    if (stems.length === 0 || words.size === MAX_NAME_WORDS) continue;
    const key = stems.join();
    const isName = words.get(key)?.isName === true || looksLikeName(text, term, first);
    words.set(key, { stems, isName });
  }
  return [...words.values()];
}

/** A capital that does not begin the sentence, one inside (eBay), or a figure (2023, Q3, EX-10.1). */
function looksLikeName(text: string, { start, end }: Term, first: number): boolean {
  const word = text.slice(start, end);
  return (start !== first && /^\p{Lu}/u.test(word)) || /\p{N}|\p{Ll}\p{Lu}/u.test(word);
}

function weightOf(index: InvertedIndex, stems: readonly number[], { unit }: IndexedEntry): number {
  const { title, path, head, body } = index.documentFields;
  const isIn = (field: IndexedField) => stems.some((stem) => field.has(stem, unit));
  if (isIn(title) || isIn(path)) return TITLE_WEIGHT;
  if (isIn(head)) return OPENING_WEIGHT;
  return isIn(body) ? BODY_WEIGHT : 0;
}
