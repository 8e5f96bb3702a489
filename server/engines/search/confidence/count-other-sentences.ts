import { removeNamingNumbers } from '#shared/domain/answer-types.ts';
import { splitSentences } from '#shared/domain/search/split-sentences.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { namesOnly } from './names-only.ts';

/** A passage with its text and the offsets of its best sentence. */
interface AnsweringPassage {
  entry: IndexedEntry;
  text: string;
  sentence: { start: number; end: number };
}

/** Passages that are compared, of which near duplicates are the last, and documents that are counted. */
const [MAX_PASSAGES, MAX_COUNTED] = [40, 3];
/** Longer ones are lists and tables without ends of sentences. */
const MAX_LENGTH = 1_000;
/** Part of the words of two sentences that both have, from which they say the same of different things. */
const ALIKE = 0.8;
/** The longest words of the sentence that are looked for in a passage, and how many of them it has to have. */
const [LOOKED_FOR, MIN_FOUND] = [5, 4];
const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred';
const HAS_NUMBER = new RegExp(`\\p{N}|(?<!\\p{L})(?:${NUMBER_WORDS})(?!\\p{L})`, 'iu');
const NUMBERS = new RegExp(`^(?:\\p{N}.*|${NUMBER_WORDS})$`, 'u');

/**
 * Counts the documents among the first passages that say the sentence of the answer with other numbers, where the question has no
 * name that chooses between them: the notice period of the contract with another party.
 */
export function countOtherSentences(
  view: PermittedView,
  question: string,
  [first, ...others]: readonly [AnsweringPassage, ...AnsweringPassage[]],
): number {
  const { start, end } = first.sentence;
  if (end - start > MAX_LENGTH) return 0;
  const sentence = first.text.slice(start, end);
  const said = HAS_NUMBER.test(sentence) ? readWords(sentence) : undefined;
  if (said === undefined || said.numbers === '') return 0;
  // Most passages say nothing alike, and need not be taken apart.
  const longest = (sentence.match(/\p{L}+/gu) ?? []).sort((one, other) => other.length - one.length);
  const mayBeAlike = (text: string) =>
    longest.slice(0, LOOKED_FOR).filter((word) => text.includes(word)).length >= MIN_FOUND;
  const counted = new Set<IndexedEntry>();
  for (const { entry, text } of others.slice(0, MAX_PASSAGES)) {
    if (entry === first.entry || counted.has(entry) || counted.size === MAX_COUNTED || !mayBeAlike(text))
      continue;
    const saysOther = splitSentences(text).some(({ segment }) => isOther(said, readWords(segment)));
    if (saysOther && !namesOnly(view, question, first.entry, entry)) counted.add(entry);
  }
  return counted.size;
}

interface ReadWords {
  words: ReadonlySet<string>;
  /** The numbers in order, also those that are written as words. */
  numbers: string;
}

function readWords(sentence: string): ReadWords {
  const all =
    removeNamingNumbers(sentence)
      .toLowerCase()
      .match(/\p{N}[\p{N}.,]*\p{N}|\p{N}|\p{L}+/gu) ?? [];
  const numbers = all.filter((word) => NUMBERS.test(word));
  return { words: new Set(all.filter((word) => !NUMBERS.test(word))), numbers: numbers.join(' ') };
}

function isOther(one: ReadWords, other: ReadWords): boolean {
  if (other.numbers === '' || other.numbers === one.numbers) return false;
  let shared = 0;
  for (const word of one.words) if (other.words.has(word)) shared++;
  return shared >= ALIKE * (one.words.size + other.words.size - shared);
}
