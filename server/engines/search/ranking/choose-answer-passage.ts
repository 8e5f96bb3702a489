import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { SentenceReader } from './best-sentence.ts';

/** Passages, from the first on, among which that of the answer is chosen. */
const MAX_PASSAGES = 8;
/** Lines from which a passage can be a table of contents, and the share of them that end in a page number. */
const [MIN_LINES, MIN_SHARE] = [4, 0.7];
const CONTENTS_LINE = /\p{L}["”’)]*[\s.;…·]+\d{1,3}$/u;

interface ReadPassage {
  entry: IndexedEntry;
  text: string;
}

/**
 * Puts the passage first, among the best ones of the first document, whose sentence most likely contains the answer. A table of
 * contents has the words of many questions and answers none.
 */
export function putAnswerFirst<Passage extends ReadPassage & { score: number }>(
  passages: readonly Passage[],
  sentences: SentenceReader,
): readonly Passage[] {
  const [first] = passages;
  if (first === undefined) return passages;
  const ofFirst = passages.slice(0, MAX_PASSAGES).filter(({ entry }) => entry === first.entry);
  const answering = ofFirst.filter(({ text }) => !isContents(text));
  const position = sentences.choosePassage(
    first.entry,
    answering.map(({ text }) => text),
  );
  const chosen = answering[position] ?? first;
  if (chosen === first) return passages;
  return [{ ...chosen, score: first.score }, ...passages.filter((passage) => passage !== chosen)];
}

/** Returns whether most lines of a text end in a page number and the numbers grow. */
export function isContents(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const numbers = lines.flatMap((line) =>
    CONTENTS_LINE.test(line.trim()) ? [Number(/\d+$/.exec(line.trim())?.[0])] : [],
  );
  const grows = numbers.every((number, at) => at === 0 || number >= (numbers[at - 1] ?? 0));
  return numbers.length >= MIN_LINES && numbers.length >= MIN_SHARE * lines.length && grows;
}
