import { analyse } from './analyse.ts';
import { editDistance } from './edit-distance.ts';
import type { Held, KeywordIndex } from './keyword-index.ts';
import { stopWords } from './stop-words.ts';

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
function occurrences(index: KeywordIndex, word: number, isVisible: (held: Held) => boolean): number {
  const stem = index.vocabulary.stemOf(word);
  let found = 0;
  let looked = 0;
  for (const { held, chunk } of index.placesOf(stem)) {
    if (found === oftenEnough || looked === mostLookedAt) break;
    if (!isVisible(held)) continue;
    looked++;
    if (index.holdsPhrase(held, chunk, [word])) found++;
  }
  return found;
}

/**
 * The text with words that stand nowhere in what is visible replaced by the most likely ones that do; `null` when
 * there is nothing to correct. A word of a hidden document is never told, not even as another form of a visible one.
 */
export function correctWords(
  index: KeywordIndex,
  text: string,
  isVisible: (held: Held) => boolean,
): string | null {
  let corrected = text;
  let count = 0;
  for (const { text: typed, kind, start, end } of analyse(text).reverse()) {
    if (kind !== 'word' || typed.length < shortestCorrected || stopWords.has(typed)) continue;
    if (!/^\p{L}+$/u.test(typed) || isKnown(index, typed, isVisible)) continue;
    if (count++ === mostCorrected) break;
    const likely = likelyWord(index, typed, isVisible);
    if (likely !== undefined) corrected = corrected.slice(0, start) + likely + corrected.slice(end);
  }
  return corrected === text ? null : corrected;
}

function isKnown(index: KeywordIndex, typed: string, isVisible: (held: Held) => boolean): boolean {
  const stem = index.vocabulary.findStem(typed);
  return stem !== undefined && index.placesOf(stem).some(({ held }) => isVisible(held));
}

function likelyWord(
  index: KeywordIndex,
  typed: string,
  isVisible: (held: Held) => boolean,
): string | undefined {
  const most = typed.length >= longEnoughForTwo ? 2 : 1;
  let best: { text: string; distance: number; count: number } | undefined;
  for (const [text, word] of index.vocabulary.words()) {
    // Hardly anybody mistypes the first letter, and looking at those alone is what makes this fast.
    if (text[0] !== typed[0] || /\P{L}/u.test(text)) continue;
    const distance = editDistance(typed, text, most);
    if (distance > most || (best && distance > best.distance)) continue;
    const count = occurrences(index, word, isVisible);
    if (count === 0) continue;
    if (best === undefined || distance < best.distance || count > best.count)
      best = { text, distance, count };
  }
  return best?.text;
}
