import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import { editDistance } from './edit-distance.ts';

const MIN_CORRECTED_LENGTH = 4;
/** Two slips are believed only of a long word. */
const MIN_LENGTH_FOR_TWO_EDITS = 8;
/** A pasted page has more unknown words than are worth a look at the whole vocabulary each. */
const MAX_CORRECTED_WORDS = 4;
/** More often than this a word need not be counted to be the likely one. */
const MAX_COUNTED_OCCURRENCES = 20;
/** So many passages that hold a word's stem are looked at for the word itself. */
const MAX_EXAMINED_PASSAGES = 500;

/** How often a word stands as written in what is visible, counted up to a point. */
function countOccurrences(view: PermittedView, word: number): number {
  const { index } = view;
  const stem = index.vocabulary.stemOf(word);
  let found = 0;
  let looked = 0;
  for (const { held: entry, chunk } of index.occurrencesOf(stem)) {
    if (found === MAX_COUNTED_OCCURRENCES || looked === MAX_EXAMINED_PASSAGES) break;
    if (!view.has(entry)) continue;
    looked++;
    if (index.containsPhrase(entry, chunk, [[word]])) found++;
  }
  return found;
}

/**
 * The text with words that stand nowhere in what is visible replaced by the most likely ones that do; `null` when
 * there is nothing to correct. A word of a hidden document is never told, not even as another form of a visible one.
 */
export function correctWords(view: PermittedView, text: string): string | null {
  let corrected = text;
  let count = 0;
  const terms = tokenize(text);
  const language = detectLanguage(terms);
  for (const { text: typed, kind, start, end } of terms.reverse()) {
    if (kind !== 'word' || typed.length < MIN_CORRECTED_LENGTH || isFunctionWord(typed, language)) continue;
    if (!/^\p{L}+$/u.test(typed) || view.findStems(typed).length > 0) continue;
    if (count++ === MAX_CORRECTED_WORDS) break;
    const likely = findCorrection(view, typed);
    if (likely !== undefined) corrected = corrected.slice(0, start) + likely + corrected.slice(end);
  }
  return corrected === text ? null : corrected;
}

interface Correction {
  text: string;
  distance: number;
  count: number;
}

/** Between equals the alphabet decides: which of them came first into the index may be a matter of hidden documents. */
function isBetterCorrection(one: Correction, other: Correction): boolean {
  if (one.distance !== other.distance) return one.distance < other.distance;
  return one.count === other.count ? one.text < other.text : one.count > other.count;
}

function findCorrection(view: PermittedView, typed: string): string | undefined {
  const most = typed.length >= MIN_LENGTH_FOR_TWO_EDITS ? 2 : 1;
  let best: Correction | undefined;
  for (const [word, text] of view.index.vocabulary.entries()) {
    // Hardly anybody mistypes the first letter, and looking at those alone is what makes this fast.
    if (text[0] !== typed[0]) continue;
    const distance = editDistance(typed, text, best?.distance ?? most);
    if (distance > (best?.distance ?? most) || /\P{L}/u.test(text)) continue;
    const count = countOccurrences(view, word);
    if (count === 0) continue;
    const found = { text, distance, count };
    if (best === undefined || isBetterCorrection(found, best)) best = found;
  }
  return best?.text;
}
