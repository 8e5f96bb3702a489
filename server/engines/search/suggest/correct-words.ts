import { detectLanguage, isFunctionWord } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { looksLikeName } from '../ranking/document-names.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';

/**
 * Computes the number of letters to insert, delete, change or swap with their neighbor (optimal string alignment). Returns
 * `max + 1` as soon as the distance is certain to exceed `max`.
 */
export function editDistance(source: string, target: string, max: number): number {
  const tooFar = max + 1;
  if (Math.abs(source.length - target.length) > max) return tooFar;
  let from = 0;
  while (from < source.length && source.charCodeAt(from) === target.charCodeAt(from)) from++;
  let [to, toTarget] = [source.length, target.length];
  while (to > from && toTarget > from && source.charCodeAt(to - 1) === target.charCodeAt(toTarget - 1)) {
    to--;
    toTarget--;
  }
  if (to === from || toTarget === from) return Math.max(to, toTarget) - from;
  return alignBand(source.slice(from, to), target.slice(from, toTarget), max);
}

/** Computes the distance from the cells within `max` of the diagonal: a path through another one is longer. */
function alignBand(source: string, target: string, max: number): number {
  const tooFar = max + 1;
  const width = target.length + 1;
  let [beforeLast, last, current] = [0, 1, 2].map(() => new Uint8Array(width).fill(tooFar)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  for (let column = 0; column <= Math.min(max, target.length); column++) last[column] = column;
  for (let row = 1; row <= source.length; row++) {
    const first = Math.max(1, row - max);
    const end = Math.min(target.length, row + max);
    current.fill(tooFar);
    if (row <= max) current[0] = row;
    let lowest = current[0] ?? tooFar;
    for (let column = first; column <= end; column++) {
      const letter = source.charCodeAt(row - 1);
      const other = target.charCodeAt(column - 1);
      let cost = Math.min(
        (last[column] ?? tooFar) + 1,
        (current[column - 1] ?? tooFar) + 1,
        (last[column - 1] ?? tooFar) + Number(letter !== other),
        tooFar,
      );
      const isSwap =
        row > 1 &&
        column > 1 &&
        letter === target.charCodeAt(column - 2) &&
        source.charCodeAt(row - 2) === other;
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? tooFar) + 1);
      current[column] = cost;
      lowest = Math.min(lowest, cost);
    }
    if (lowest > max) return tooFar;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[target.length] ?? tooFar;
}

const MIN_CORRECTED_LENGTH = 4;
/** Shorter words are corrected by a single edit. */
const MIN_LENGTH_FOR_TWO_EDITS = 8;
/** Bounds the time that a pasted page takes: each unknown word is compared with the whole vocabulary. */
const MAX_CORRECTED_WORDS = 4;
/** Counting stops here; a word that occurs more often is no likelier. */
const MAX_COUNTED_OCCURRENCES = 20;
/** Passages with a word's stem that are examined for the word itself. */
const MAX_EXAMINED_PASSAGES = 500;

/** Counts the permitted passages that contain a word as written, up to MAX_COUNTED_OCCURRENCES. */
function countOccurrences(view: PermittedView, word: number): number {
  const { index } = view;
  const stem = index.vocabulary.stemOf(word);
  let found = 0;
  let examined = 0;
  for (const { entry, chunk } of index.occurrencesOf(stem)) {
    if (found === MAX_COUNTED_OCCURRENCES || examined === MAX_EXAMINED_PASSAGES) break;
    if (!view.has(entry)) continue;
    examined++;
    if (index.containsPhrase(entry, chunk, [[word]])) found++;
  }
  return found;
}

/** A word that was taken for a misspelling of another, which is no form of it. */
export interface CorrectedWord {
  word: string;
  /**
   * True when it was written as a name, which may be another name rather than a misspelling; never of German, which capitalizes
   * nouns.
   */
  isName: boolean;
}

export interface CorrectedText {
  text: string;
  words: readonly CorrectedWord[];
}

/**
 * Replaces words that occur in no permitted document by the most likely ones that do; returns `null` when there is nothing to
 * correct. Words that are `known` stay. Never reveals a word of a hidden document, not even as another form of a permitted one.
 */
export function correctWords(
  view: PermittedView,
  text: string,
  known: ReadonlySet<string> = new Set(),
): CorrectedText | null {
  let corrected = text;
  let count = 0;
  const words: CorrectedWord[] = [];
  const terms = tokenize(text);
  const language = detectLanguage(terms);
  const firstLetter = text.search(/\p{L}/u);
  const knowsNames = language !== 'de' && /\p{Ll}/u.test(text);
  for (const term of terms.toReversed()) {
    const { text: typed, kind, start, end } = term;
    if (kind !== 'word' || typed.length < MIN_CORRECTED_LENGTH || isFunctionWord(typed, language)) continue;
    if (known.has(typed) || !/^\p{L}+$/u.test(typed) || view.findStems(typed).length > 0) continue;
    if (count++ === MAX_CORRECTED_WORDS) break;
    const correction = findCorrection(view, typed);
    if (correction === undefined) continue;
    if (!isFormOf(typed, correction))
      words.push({ word: correction, isName: knowsNames && looksLikeName(text, term, firstLetter) });
    corrected = corrected.slice(0, start) + correction + corrected.slice(end);
  }
  return corrected === text ? null : { text: corrected, words };
}

/** Returns whether one word only goes on where the other ends: Victoria and Victorian. */
const isFormOf = (typed: string, correction: string): boolean =>
  typed.startsWith(correction) || correction.startsWith(typed);

interface Correction {
  text: string;
  distance: number;
  count: number;
}

/** Breaks ties alphabetically: the order of insertion could depend on hidden documents. */
function isBetterCorrection(left: Correction, right: Correction): boolean {
  if (left.distance !== right.distance) return left.distance < right.distance;
  return left.count === right.count ? left.text < right.text : left.count > right.count;
}

function findCorrection(view: PermittedView, typed: string): string | undefined {
  const maxDistance = typed.length >= MIN_LENGTH_FOR_TWO_EDITS ? 2 : 1;
  let best: Correction | undefined;
  const { vocabulary } = view.index;
  // The first letter is seldom mistyped, and comparing only these words makes this fast.
  for (const word of vocabulary.wordsBeginning(typed.charAt(0))) {
    const text = vocabulary.textOf(word);
    const furthest = best?.distance ?? maxDistance;
    const distance = editDistance(typed, text, furthest);
    if (distance > furthest || /\P{L}/u.test(text)) continue;
    const count = countOccurrences(view, word);
    if (count === 0) continue;
    const found = { text, distance, count };
    if (best === undefined || isBetterCorrection(found, best)) best = found;
  }
  return best?.text;
}
