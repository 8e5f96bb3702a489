import { analyse } from '../analysis/tokenize.ts';
import { editDistance } from './edit-distance.ts';
import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import type { Permitted } from '../retrieval/permitted-view.ts';

const shortestCorrected = 4;
/** Two slips are believed only of a long word. */
const longEnoughForTwo = 8;
/** A pasted page has more unknown words than are worth a look at the whole vocabulary each. */
const mostCorrected = 4;
/** More often than this a word need not be counted to be the likely one. */
const oftenEnough = 20;
/** So many passages that hold a word's stem are looked at for the word itself. */
const mostLookedAt = 500;

/** How often a word stands as written in what is visible, counted up to a point. */
function occurrences(permitted: Permitted, word: number): number {
  const { index } = permitted;
  const stem = index.vocabulary.stemOf(word);
  let found = 0;
  let looked = 0;
  for (const { held, chunk } of index.placesOf(stem)) {
    if (found === oftenEnough || looked === mostLookedAt) break;
    if (!permitted.has(held)) continue;
    looked++;
    if (index.holdsPhrase(held, chunk, [[word]])) found++;
  }
  return found;
}

/**
 * The text with words that stand nowhere in what is visible replaced by the most likely ones that do; `null` when
 * there is nothing to correct. A word of a hidden document is never told, not even as another form of a visible one.
 */
export function correctWords(permitted: Permitted, text: string): string | null {
  let corrected = text;
  let count = 0;
  const terms = analyse(text);
  const language = detectLanguage(terms);
  for (const { text: typed, kind, start, end } of terms.reverse()) {
    if (kind !== 'word' || typed.length < shortestCorrected || isFunctionWord(typed, language)) continue;
    if (!/^\p{L}+$/u.test(typed) || permitted.findStems(typed).length > 0) continue;
    if (count++ === mostCorrected) break;
    const likely = likelyWord(permitted, typed);
    if (likely !== undefined) corrected = corrected.slice(0, start) + likely + corrected.slice(end);
  }
  return corrected === text ? null : corrected;
}

interface Likely {
  text: string;
  distance: number;
  count: number;
}

/** Between equals the alphabet decides: which of them came first into the index may be a matter of hidden documents. */
function isLikelier(one: Likely, other: Likely): boolean {
  if (one.distance !== other.distance) return one.distance < other.distance;
  return one.count === other.count ? one.text < other.text : one.count > other.count;
}

function likelyWord(permitted: Permitted, typed: string): string | undefined {
  const most = typed.length >= longEnoughForTwo ? 2 : 1;
  let best: Likely | undefined;
  for (const [word, text] of permitted.index.vocabulary.words()) {
    // Hardly anybody mistypes the first letter, and looking at those alone is what makes this fast.
    if (text[0] !== typed[0]) continue;
    const distance = editDistance(typed, text, best?.distance ?? most);
    if (distance > (best?.distance ?? most) || /\P{L}/u.test(text)) continue;
    const count = occurrences(permitted, word);
    if (count === 0) continue;
    const found = { text, distance, count };
    if (best === undefined || isLikelier(found, best)) best = found;
  }
  return best?.text;
}
